import { createHash } from 'node:crypto';

/**
 * The page's one style sheet, inline, so that the page is one request and asks no other address. Logical properties
 * throughout: the same rules serve right-to-left languages. Text and its ground are at least 4.5 to 1.
 */
export const STYLES = `
:root {
  color-scheme: light dark;
  --ground: #f5f4f0; --surface: #fff; --sunk: #efede7; --ink: #1d1c1a; --muted: #615d56; --line: #e0dcd3;
  --accent: #2d3a8c; --on-accent: #fff; --on-accent-muted: #d7dbf5; --good: #17603a; --good-ground: #e2f2e8;
  --radius: 14px;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #131418; --surface: #1c1e24; --sunk: #282b33; --ink: #f1f0ed; --muted: #aeb0b9; --line: #31343d;
    --accent: #303c86; --on-accent: #fff; --on-accent-muted: #cdd3f7; --good: #8fdcae; --good-ground: #1b3427;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif;
  overflow-wrap: break-word;
}
h1, h2, h3, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 700; letter-spacing: -.01em; text-wrap: balance; }
h2 { font-size: 1.125rem; line-height: 1.35; font-weight: 650; }
h3 { font-size: 1rem; line-height: 1.4; font-weight: 600; }
main { max-width: 66rem; margin-inline: auto; padding: 1.25rem 1rem 3rem; display: grid; gap: 1.5rem; }
.muted { color: var(--muted); }
.small { font-size: .875rem; }
.masthead { display: grid; gap: .125rem; }
.facts { display: grid; gap: 1rem; align-items: stretch; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); padding: 1.25rem; }
.hero { background: var(--accent); border-color: transparent; color: var(--on-accent); }
.hero .muted { color: var(--on-accent-muted); }
.label { font-size: .9375rem; font-weight: 500; color: var(--muted); }
.hero .label { color: var(--on-accent-muted); }
.stack { display: grid; gap: .5rem; align-content: start; }
.figure { font-size: 2rem; line-height: 1.2; font-weight: 700; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.tier { font-size: 1.5rem; line-height: 1.25; font-weight: 700; letter-spacing: -.01em; }
progress {
  -webkit-appearance: none; appearance: none; display: block; inline-size: 100%; block-size: .5rem; border: 0;
  border-radius: 1rem; overflow: hidden; background: var(--sunk); color: var(--good);
}
progress::-webkit-progress-bar { background: var(--sunk); border-radius: 1rem; }
progress::-webkit-progress-value { background: var(--good); border-radius: 1rem; }
progress::-moz-progress-bar { background: var(--good); border-radius: 1rem; }
.columns { display: grid; gap: 1.5rem; align-items: start; }
.listing { display: grid; gap: .75rem; min-width: 0; }
.entries { container-type: inline-size; padding-block: .25rem; padding-inline: 1.25rem; }
.entry { display: grid; gap: .25rem 1rem; padding-block: .875rem; }
.entry + .entry { border-block-start: 1px solid var(--line); }
.entry-text { min-width: 0; display: grid; gap: .125rem; align-content: start; }
.entry-value { display: grid; gap: .25rem; justify-items: start; align-content: start; font-weight: 600; font-variant-numeric: tabular-nums; }
.entry progress { margin-block-start: .375rem; block-size: .375rem; }
.state { font-size: .875rem; font-weight: 500; color: var(--muted); }
.ready { color: var(--good); background: var(--good-ground); border-radius: 1rem; padding: .0625rem .625rem; }
.done .entry-text h3, .done .entry-value { color: var(--muted); }
.message { max-width: 34rem; gap: .75rem; margin-inline: auto; min-height: 80vh; align-content: center; text-align: center; }
.form { max-width: 38rem; }
.points { list-style: disc; padding-inline-start: 1.25rem; display: grid; gap: .375rem; }
.form label { font-weight: 600; }
.form input { font: inherit; inline-size: 100%; padding: .625rem .75rem; color: var(--ink); background: var(--ground); border: 1px solid var(--muted); border-radius: .5rem; }
.complaint { font-weight: 600; padding: .625rem .75rem; border: 1px solid currentColor; border-radius: .5rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-block-start: .5rem; }
.actions button { font: inherit; font-weight: 600; padding: .625rem 1.25rem; color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: .5rem; cursor: pointer; }
.actions .quiet { color: var(--ink); background: none; border-color: var(--muted); }
@container (min-width: 21rem) {
  .entry { grid-template-columns: minmax(0, 1fr) fit-content(55%); }
  .entry-value { justify-items: end; text-align: end; }
  .entry progress { grid-column: 1 / -1; }
}
@media (min-width: 48rem) {
  main { padding: 2.5rem 2rem 4rem; gap: 2rem; }
  h1 { font-size: 1.875rem; }
  .facts, .columns { gap: 1.5rem; }
  .facts, .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .facts > :only-child { grid-column: 1 / -1; }
  .figure { font-size: 2.5rem; }
}
@media (forced-colors: active) {
  progress { forced-color-adjust: none; border: 1px solid CanvasText; background: Canvas; }
  progress::-webkit-progress-bar { background: Canvas; }
  progress::-webkit-progress-value { background: Highlight; }
  progress::-moz-progress-bar { background: Highlight; }
}
@media print {
  .hero { color: inherit; background: none; border-color: var(--line); }
}
`;

/** The style sheet as the Content-Security-Policy names it: nothing else may style the page. */
export const STYLES_SOURCE = `'sha256-${createHash('sha256').update(STYLES).digest('base64')}'`;
