// The page works without this script: every action is a form. The script sends forms without leaving the page, makes
// copying and sharing work, and informs the host about events (a store's page around the frame, or an app around the
// web view).

const root = document.documentElement;
const framed = window.parent !== window;

/** The origins that may frame the page, as in the Content-Security-Policy. */
const hosts = (root.dataset.hosts ?? '').split(' ').filter(Boolean);

/** The framing origin if the browser reveals it, otherwise all of them. */
const told = location.ancestorOrigins ? hosts.filter((host) => host === location.ancestorOrigins[0]) : hosts;

/**
 * Kept in memory only. It is needed if the frame may not keep a cookie.
 * @type {string | null}
 */
let token = null;

/** @typedef {{ postMessage(message: unknown): void }} Bridge */

/** The objects that the web views of apps may add to the page. */
const app = /** @type {{
 *   webkit?: { messageHandlers?: { loyaltyd?: Bridge } };
 *   LoyaltydBridge?: Bridge;
 *   ReactNativeWebView?: Bridge;
 * }} */ (/** @type {unknown} */ (window));

/** @type {[() => Bridge | undefined, (message: object) => unknown][]} */
const natives = [
  [() => app.webkit?.messageHandlers?.loyaltyd, (message) => message],
  [() => app.LoyaltydBridge, JSON.stringify],
  [() => app.ReactNativeWebView, JSON.stringify],
];
const native = natives.some(([bridge]) => bridge());

/**
 * @param {string} type
 * @param {object} [detail]
 */
function tell(type, detail) {
  const message = { source: 'loyaltyd', type, ...detail };
  if (framed) for (const host of told) window.parent.postMessage(message, host);
  for (const [bridge, write] of natives) bridge()?.postMessage(write(message));
}

const state = () => document.body.dataset.state;
const main = (page = document) => /** @type {HTMLElement} */ (page.querySelector('main'));
const points = () => main().dataset.points;
const live = () => /** @type {HTMLElement} */ (document.getElementById('live'));

/** The answer does not come from the server, but from something on the way. */
class NoPage extends Error {}

const AGAIN_MS = { least: 10_000, most: 300_000 };
/** The timer of the next attempt to load the page; 0: none. */
let again = 0;
let pause = AGAIN_MS.least;

/**
 * @param {string} address
 * @param {RequestInit} [options]
 */
async function load(address, options) {
  const headers = new Headers(token === null ? [] : [['x-loyalty-session', token]]);
  const response = await fetch(address, { ...options, headers });
  const next = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (!main(next)) throw new NoPage();
  // This page is up to date now: another attempt would remove the outcome that it shows.
  clearTimeout(again);
  again = 0;
  pause = AGAIN_MS.least;
  show(next);
}

/**
 * Loads the page as it is now. If the server does not answer, it tries again after longer and longer pauses, and as
 * soon as there is a connection.
 */
async function refresh() {
  clearTimeout(again);
  try {
    await load(location.href);
  } catch {
    again = setTimeout(refresh, pause);
    pause = Math.min(2 * pause, AGAIN_MS.most);
  }
}
addEventListener('online', () => {
  if (again !== 0) refresh();
});

/**
 * Shows the contents of another answer of the server.
 * @param {Document} next
 */
function show(next) {
  const focused = document.activeElement?.id;
  const before = points();
  root.lang = next.documentElement.lang;
  root.dir = next.documentElement.dir;
  document.title = next.title;
  document.body.dataset.state = next.body.dataset.state ?? '';
  main().replaceWith(main(next));
  const { balance } = main().dataset;
  if (balance && points() !== before) live().textContent = balance;
  arrive();
  if (points() !== before && points() !== undefined) tell('points_changed', { points: Number(points()) });
  const outcome = document.getElementById('outcome');
  // The browser forgot the open tab together with the section of the tab.
  if (!outcome && location.hash) location.replace(location.hash);
  (outcome ?? (focused ? document.getElementById(focused) : null))?.focus();
}

/** @param {string} selector */
const elements = (selector) => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector));

/** Sets up a newly loaded page. */
function arrive() {
  for (const element of elements('[data-share]')) element.hidden = !('share' in navigator);
  for (const element of elements('[data-close]')) element.hidden = !native;
  const { claimed } = document.getElementById('outcome')?.dataset ?? {};
  if (claimed) {
    const [reward_id, claimed_reward_id] = claimed.split(' ').map(Number);
    tell('reward_claimed', { reward_id, claimed_reward_id });
  }
  if (state() === 'expired') tell('session_expired', { reason: 'expired' });
  if (state() === 'closed') tell('session_expired', { reason: token === null ? 'no_cookie' : 'expired' });
}

/** @param {string} url */
function leaveFor(url) {
  if (native) tell('open_url', { url });
  else window.open(url, '_blank', 'noopener');
}

/** @param {HTMLFormElement} form */
function tellUnsent(form) {
  const { unsent = '' } = main().dataset;
  const notice = form.querySelector('.complaint') ?? form.appendChild(document.createElement('p'));
  notice.className = 'complaint';
  notice.textContent = live().textContent = unsent;
}

document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== 'post') return;
  event.preventDefault();
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  // This must happen now, while the browser still counts it as the visitor's own action.
  if (form.dataset.opens) leaveFor(form.dataset.opens);
  try {
    const fields = /** @type {Iterable<[string, string]>} */ (new FormData(form));
    await load(form.action, { method: 'POST', body: new URLSearchParams([...fields]) });
  } catch (error) {
    form.ariaBusy = 'false';
    // An action that is sent twice is done once. The page stays if the browser has nothing else to show.
    if (token === null && error instanceof NoPage) form.submit();
    else tellUnsent(form);
  }
});

/** @param {HTMLElement} button */
async function copy(button) {
  const source = document.getElementById(button.dataset.copy ?? '');
  if (!source) return;
  const field = source instanceof HTMLInputElement;
  try {
    await navigator.clipboard.writeText(field ? source.value : source.textContent);
  } catch {
    if (field) source.select();
    else getSelection()?.selectAllChildren(source);
    if (!document.execCommand('copy')) return;
  }
  const { copied = '' } = button.dataset;
  const words = button.textContent;
  if (words === copied) return;
  button.textContent = copied;
  live().textContent = copied;
  setTimeout(() => {
    button.textContent = words;
  }, 3000);
}

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return;
  /** @type {HTMLElement | null} */
  const target = event.target.closest('[data-copy], [data-share], [data-close], a[target=_blank]');
  if (!target) return;
  const { copy: copied, share, close } = target.dataset;
  if (copied) copy(target);
  else if (share) navigator.share(JSON.parse(share)).catch(() => {});
  else if (close !== undefined) tell('close');
  else if (native && target instanceof HTMLAnchorElement) {
    event.preventDefault();
    tell('open_url', { url: target.href });
  }
});

// Keys pressed in a frame do not reach the dialog around the frame, if there is one.
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  const open = event.target instanceof Element && event.target.closest('details[open].act');
  if (!(open instanceof HTMLDetailsElement)) return tell('close');
  open.open = false;
  open.querySelector('summary')?.focus();
});

addEventListener('message', ({ source, origin, data }) => {
  if (!framed || source !== window.parent || !hosts.includes(origin)) return;
  if (data?.source !== 'loyaltyd-host' || data.type !== 'session' || state() !== 'closed') return;
  if (token !== null || typeof data.token !== 'string') return;
  token = data.token;
  refresh();
});

addEventListener('pageshow', ({ persisted }) => {
  if (persisted) refresh();
});

// An outcome is shown once. A reload shows the page in its later state.
const address = new URL(location.href);
if (address.searchParams.has('done')) {
  address.searchParams.delete('done');
  history.replaceState(null, '', address);
}
const { expires } = root.dataset;
if (expires) setTimeout(refresh, Number(expires));
new ResizeObserver(() => tell('resize', { height: Math.ceil(root.getBoundingClientRect().height) })).observe(
  root,
);
tell('ready');
arrive();
