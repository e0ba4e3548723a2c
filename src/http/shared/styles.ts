import { sourceOf } from './source-of.ts';

/**
 * The page's one style sheet, inline, so that the page is one request and asks no other address. It uses logical
 * properties throughout: the same rules serve right-to-left languages. A theme sets the custom properties of :root for
 * colours, font and radius. Other colours are mixed from those and carry no text.
 */
export const STYLES = `
:root {
  color-scheme: light dark;
  --ground: #f6f4ef; --surface: #ffffff; --ink: #1d1c1a; --muted: #605b53;
  --accent: #2d3a8c; --on-accent: #ffffff; --radius: 14px;
  --font: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif;
  --line: color-mix(in srgb, var(--ink) 13%, var(--surface));
  --sunk: color-mix(in srgb, var(--ink) 8%, var(--surface));
  --tint: color-mix(in srgb, var(--accent) 11%, var(--surface));
  --inner: calc(var(--radius) * .65);
  --shade: 0 1px 2px rgb(0 0 0 / .05), 0 4px 14px rgb(0 0 0 / .04);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121317; --surface: #1c1e25; --ink: #f1f0ed; --muted: #afb1bb;
    --accent: #8f9df5; --on-accent: #10142e; --shade: none;
    --tint: color-mix(in srgb, var(--accent) 18%, var(--surface));
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-block-start: 4.5rem; background: var(--ground); }
body { margin: 0; color: var(--ink); font: 1rem/1.5 var(--font); overflow-wrap: break-word; }
h1, h2, h3, p, ul, ol, dl, dd, fieldset, legend { margin: 0; padding: 0; border: 0; }
ul, ol { list-style: none; }
h1 { font-size: 1.375rem; line-height: 1.25; font-weight: 700; letter-spacing: -.015em; text-wrap: balance; }
h2 { font-size: 1.25rem; line-height: 1.3; font-weight: 700; letter-spacing: -.01em; text-wrap: balance; }
h3 { font-size: 1rem; line-height: 1.35; font-weight: 600; }
a { color: inherit; text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.hero :focus-visible { outline-color: currentColor; }
[hidden] { display: none !important; }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (scripting: none) { .scripted { display: none; } }

main { max-inline-size: 68rem; margin-inline: auto; padding: 1.25rem 1rem 3rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem; }
main > section, .pair > section { display: grid; grid-template-columns: minmax(0, 1fr); gap: .875rem; align-content: start; min-inline-size: 0; }
main > section { margin-block-start: .75rem; }
.muted { color: var(--muted); }
.small { font-size: .875rem; line-height: 1.45; }
.label { font-size: .875rem; font-weight: 600; color: var(--muted); letter-spacing: 0; }
.masthead { display: grid; gap: .125rem; position: relative; align-items: center; min-block-size: 2.5rem; align-content: center; }
.logo { display: block; block-size: 2.5rem; inline-size: auto; max-inline-size: 70%; object-fit: contain; object-position: 0 50%; }
[dir=rtl] .logo { object-position: 100% 50%; }
.close { position: absolute; inset-inline-end: 0; inset-block-start: 0; }
.pair { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }

.card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); padding: 1.125rem; box-shadow: var(--shade); min-inline-size: 0; }
.stack { display: grid; gap: .625rem; align-content: start; justify-items: start; }
.stack > * { max-inline-size: 100%; }
.stack > h3 > a { display: inline-block; padding-block: .25rem; }
.stack > form, .stack > .gains, .stack > .code, .stack > .climb, .stack > .notice { inline-size: 100%; }
.hero { background: var(--accent); border-color: transparent; color: var(--on-accent); display: grid; gap: .375rem; align-content: start; padding: 1.375rem 1.25rem; }
.hero .label { color: inherit; }
.figure { font-size: clamp(2.125rem, 9vw, 3rem); line-height: 1.1; font-weight: 750; letter-spacing: -.03em; font-variant-numeric: tabular-nums; text-wrap: balance; }
.facts { display: grid; gap: .375rem; margin-block-start: .5rem; font-size: .9375rem; }
.facts li { display: flex; gap: .5rem; align-items: flex-start; }
.facts .icon { inline-size: 1.125rem; block-size: 1.125rem; margin-block-start: .1875rem; }
.aside { display: block; font-size: .875rem; }
.tier-name { font-size: 1.625rem; line-height: 1.2; font-weight: 700; letter-spacing: -.02em; }
.benefits { display: grid; gap: .375rem; font-size: .9375rem; }
.benefits li { display: flex; gap: .5rem; align-items: flex-start; }
.benefits .icon { inline-size: 1.125rem; block-size: 1.125rem; margin-block-start: .1875rem; color: var(--accent); }
.climb { display: grid; gap: .375rem; font-size: .9375rem; inline-size: 100%; }
progress { -webkit-appearance: none; appearance: none; display: block; inline-size: 100%; block-size: .5rem; border: 0; border-radius: 1rem; overflow: hidden; background: var(--sunk); color: var(--accent); }
progress::-webkit-progress-bar { background: var(--sunk); }
progress::-webkit-progress-value { background: var(--accent); border-radius: 1rem; }
progress::-moz-progress-bar { background: var(--accent); border-radius: 1rem; }
.icon { flex: none; inline-size: 1.5rem; block-size: 1.5rem; fill: none; stroke: currentColor; stroke-width: 1.7; stroke-linecap: round; stroke-linejoin: round; }

.menu { position: sticky; inset-block-start: 0; z-index: 1; margin-inline: -1rem; background: var(--ground); border-block-end: 1px solid var(--line); }
.menu ul { display: flex; gap: .25rem; overflow-x: auto; scrollbar-width: none; padding: .375rem 1rem; }
.menu ul::-webkit-scrollbar { display: none; }
.menu a { display: block; padding: .5rem .75rem; border-radius: var(--inner); font-size: .9375rem; font-weight: 600; text-decoration: none; white-space: nowrap; }

.cards { display: grid; gap: .875rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); align-items: stretch; }
.wide { grid-template-columns: repeat(auto-fill, minmax(min(100%, 25rem), 1fr)); }
.offer, .way, .step { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .75rem .875rem; align-content: start; }
.words { display: grid; gap: .1875rem; align-content: start; min-inline-size: 0; }
.tile { display: grid; place-items: center; inline-size: 2.75rem; block-size: 2.75rem; border-radius: var(--inner); background: var(--tint); color: var(--accent); }
.photo { position: relative; inline-size: 4.5rem; block-size: 4.5rem; overflow: hidden; }
.photo img { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; object-fit: cover; }
.offer { grid-template-rows: 1fr; }
.offer > .foot, .offer > .notice, .way > .notice { grid-column: 1 / -1; }
.foot { display: flex; flex-wrap: wrap; gap: .375rem .75rem; align-items: center; justify-content: space-between; padding-block-start: .75rem; border-block-start: 1px solid var(--line); }
.foot:empty { display: none; }
.foot > .climb, .foot > .code, .foot > .act[open] { flex-basis: 100%; }
.worth { font-weight: 700; font-variant-numeric: tabular-nums; }
.state { font-size: .875rem; font-weight: 500; color: var(--muted); }
.foot > .act { margin-inline-start: auto; }
.foot { position: relative; }
.foot > .act[open] { margin-inline-start: 0; }
.foot > .act[open] > summary { position: absolute; inset-block-start: .75rem; inset-inline-end: 0; }
.foot:has(.act[open]) > .worth { min-block-size: 2.625rem; padding-block: .5rem; }
.act[open] .shut, .act:not([open]) .open { display: none; }
.way > .tile { grid-row: 1 / span 2; }
.way { gap: .375rem .875rem; }
.gain { grid-column: 2; display: flex; flex-wrap: wrap; gap: .375rem .75rem; align-items: center; justify-content: space-between; }
.done { box-shadow: none; background: none; }
.done .tile { background: var(--sunk); color: var(--muted); }
.done h3, .done .worth { color: var(--muted); font-weight: 600; }
.held { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.badge { font-size: .8125rem; font-weight: 600; background: var(--accent); color: var(--on-accent); border-radius: 1rem; padding: .125rem .625rem; }
.nothing { text-align: center; padding-block: 1.75rem; border-style: dashed; background: none; box-shadow: none; }

.button { display: inline-flex; align-items: center; justify-content: center; min-block-size: 2.625rem; padding: .4375rem 1.125rem; font: inherit; font-weight: 600; line-height: 1.3; text-align: center; text-decoration: none; color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: var(--inner); cursor: pointer; }
.button:hover { text-decoration: underline; text-decoration-thickness: .09em; }
.quiet { color: var(--ink); background: transparent; border-color: var(--muted); }
.hero .button { color: var(--accent); background: var(--on-accent); justify-self: start; }
[aria-busy=true] { cursor: progress; }
[aria-busy=true] button { opacity: .6; }
.act > summary { list-style: none; }
.act > summary::-webkit-details-marker { display: none; }
.act[open] > summary { color: var(--ink); background: transparent; border-color: var(--muted); }
.act > form { display: grid; gap: .75rem; justify-items: start; margin-block-start: .875rem; }
.act[open] > form > .button { inline-size: 100%; }
.more > summary { inline-size: fit-content; padding: .5rem 0; font-weight: 600; cursor: pointer; }
.more[open] > summary { margin-block-end: .375rem; }
fieldset { display: grid; gap: .25rem; inline-size: 100%; }
legend, .field { font-weight: 600; font-size: .9375rem; }
.choice { display: flex; gap: .625rem; align-items: center; min-block-size: 2.25rem; }
.choice input { inline-size: 1.25rem; block-size: 1.25rem; margin: 0; accent-color: var(--accent); }
.gone { color: var(--muted); }
.field { display: grid; gap: .375rem; inline-size: 100%; max-inline-size: 22rem; }
.field input, .form input { font: inherit; inline-size: 100%; min-block-size: 2.75rem; padding: .5rem .75rem; color: var(--ink); background: var(--ground); border: 1px solid var(--muted); border-radius: var(--inner); }
form:has(.field) { display: grid; gap: .75rem; justify-items: start; }
.row { display: flex; flex-wrap: wrap; gap: .625rem; }
.code { display: flex; gap: .5rem; align-items: stretch; }
.code code { flex: 1; min-inline-size: 0; display: flex; align-items: center; padding: .5rem .75rem; font: 600 .9375rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; background: var(--ground); border: 1px dashed var(--muted); border-radius: var(--inner); user-select: all; }
.gains { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr)); }
.gains dd { font-size: 1.0625rem; font-weight: 700; }
.notice { display: grid; gap: .5rem; padding: .875rem 1rem; border-radius: var(--inner); background: var(--ground); border: 1px solid var(--accent); border-inline-start-width: 5px; }
.refused { background: var(--surface); border: 2px solid var(--ink); }
.notice:focus { outline: none; }
.notice:focus-visible { outline: 3px solid var(--accent); }
.notice a { display: inline-block; padding-block: .125rem; }
.notice-title { display: flex; gap: .5rem; font-weight: 700; }
.entries > li { display: flex; gap: .5rem 1rem; justify-content: space-between; padding-block: .75rem; border-block-start: 1px solid var(--line); }
.entries > li:first-child { border-block-start: 0; }
.card > .entries:first-child > li:first-child { padding-block-start: 0; }
.entries .worth { text-align: end; flex: none; max-inline-size: 45%; }
.entries .muted.worth { font-weight: 500; }
.welcome { gap: 1rem; padding-block: 1.75rem; }
.lead { font-size: 1.1875rem; line-height: 1.45; max-inline-size: 38rem; text-wrap: pretty; }
.message { max-inline-size: 34rem; gap: .75rem; padding-block: 5rem; text-align: center; }
.form { max-inline-size: 38rem; }
.form label { font-weight: 600; }
.points { list-style: disc; padding-inline-start: 1.25rem; display: grid; gap: .375rem; }
.complaint { font-weight: 600; padding: .625rem .75rem; border: 1px solid currentColor; border-radius: var(--inner); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-block-start: .5rem; }

@media (min-width: 34rem) {
  .way { grid-template-columns: auto minmax(0, 1fr) auto; }
  .way > .gain { grid-column: auto; flex-direction: column; align-items: flex-end; justify-content: flex-start; text-align: end; max-inline-size: 12rem; }
}
@media (min-width: 48rem) {
  main { padding: 2rem 2rem 4rem; gap: 2rem; }
  h1 { font-size: 1.625rem; }
  h2 { font-size: 1.375rem; }
  .menu { margin-inline: -2rem; }
  .menu ul { padding-inline: 1.5rem; }
  .pair { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.25rem; }
  .pair > :only-child { grid-column: 1 / -1; }
  .hero { padding: 1.75rem; }
  .card { padding: 1.25rem; }
  .pair > .hero, .pair > .card { align-content: start; }
}
@media (forced-colors: active) {
  .hero, .badge, .button, .tile { border: 1px solid ButtonText; }
  .held { outline: 2px solid Highlight; }
  progress { forced-color-adjust: none; border: 1px solid CanvasText; background: Canvas; }
  progress::-webkit-progress-bar { background: Canvas; }
  progress::-webkit-progress-value { background: Highlight; }
  progress::-moz-progress-bar { background: Highlight; }
}
@media print {
  .hero { color: inherit; background: none; border-color: var(--line); }
  .menu, .act, .button { display: none; }
}
`;

/** The style sheet's source in the Content-Security-Policy: no other styles apply. */
export const STYLES_SOURCE = sourceOf(STYLES);
