// The page works without any of this: every action is a form. Here they are sent without leaving the page, what
// can be copied and shared is, and the host (a store's page around the frame, or an app around the web view) is
// told what happens.

const root = document.documentElement;
const framed = window.parent !== window;

/** Origins that may frame the page: those of the Content-Security-Policy. */
const hosts = (root.dataset.hosts ?? '').split(' ').filter(Boolean);

/** Of the one that does, where the browser tells it. */
const told = location.ancestorOrigins ? hosts.filter((host) => host === location.ancestorOrigins[0]) : hosts;

/** Kept in memory only, where the frame is let keep no cookie. */
let token = null;

const natives = [
  [() => window.webkit?.messageHandlers?.loyaltyd, (message) => message],
  [() => window.LoyaltydBridge, JSON.stringify],
  [() => window.ReactNativeWebView, JSON.stringify],
];
const native = natives.some(([bridge]) => bridge());

function tell(type, detail = {}) {
  const message = { source: 'loyaltyd', type, ...detail };
  if (framed) for (const host of told) window.parent.postMessage(message, host);
  for (const [bridge, write] of natives) bridge()?.postMessage(write(message));
}

const state = () => document.body.dataset.state;
const points = () => document.querySelector('main').dataset.points;

async function load(address, options = {}) {
  const headers = token === null ? {} : { 'x-loyalty-session': token };
  const response = await fetch(address, { ...options, headers });
  show(new DOMParser().parseFromString(await response.text(), 'text/html'));
}

/** Takes over what another answer of the server shows. */
function show(next) {
  const focused = document.activeElement?.id;
  const before = points();
  for (const name of ['lang', 'dir']) root[name] = next.documentElement[name];
  document.title = next.title;
  document.body.dataset.state = next.body.dataset.state ?? '';
  document.querySelector('main').replaceWith(next.querySelector('main'));
  const { balance } = document.querySelector('main').dataset;
  if (balance && points() !== before) document.getElementById('live').textContent = balance;
  arrive();
  if (points() !== before && points() !== undefined) tell('points_changed', { points: Number(points()) });
  const outcome = document.getElementById('outcome');
  (outcome ?? document.getElementById(focused))?.focus();
}

/** What is to be done with whatever page has just come. */
function arrive() {
  for (const element of document.querySelectorAll('[data-share]')) element.hidden = !navigator.share;
  for (const element of document.querySelectorAll('[data-close]')) element.hidden = !native;
  const { claimed } = document.getElementById('outcome')?.dataset ?? {};
  if (claimed) {
    const [reward_id, claimed_reward_id] = claimed.split(' ').map(Number);
    tell('reward_claimed', { reward_id, claimed_reward_id });
  }
  if (state() === 'expired') tell('session_expired', { reason: 'expired' });
  if (state() === 'closed') tell('session_expired', { reason: token === null ? 'no_cookie' : 'expired' });
}

function leaveFor(url) {
  if (native) tell('open_url', { url });
  else window.open(url, '_blank', 'noopener');
}

document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (form.method !== 'post') return;
  event.preventDefault();
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  // Now, while the browser still takes it for what the visitor asked for.
  if (form.dataset.opens) leaveFor(form.dataset.opens);
  try {
    await load(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
  } catch {
    form.ariaBusy = 'false';
    // Sent twice it acts once.
    if (token === null) form.submit();
  }
});

async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(source.textContent);
  } catch {
    getSelection().selectAllChildren(source);
    if (!document.execCommand('copy')) return;
  }
  const { copied } = button.dataset;
  const words = button.textContent;
  if (words === copied) return;
  button.textContent = copied;
  document.getElementById('live').textContent = copied;
  setTimeout(() => {
    button.textContent = words;
  }, 3000);
}

document.addEventListener('click', (event) => {
  const target = event.target.closest('[data-copy], [data-share], [data-close], a[target=_blank]');
  if (!target) return;
  const { copy: copied, share, close } = target.dataset;
  if (copied) copy(target);
  else if (share) navigator.share(JSON.parse(share)).catch(() => {});
  else if (close !== undefined) tell('close');
  else if (native) {
    event.preventDefault();
    tell('open_url', { url: target.href });
  }
});

// Keys that are pressed in a frame do not reach the dialog that may be around it.
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  const open = event.target.closest('details[open].act');
  if (!open) return tell('close');
  open.open = false;
  open.querySelector('summary').focus();
});

addEventListener('message', ({ source, origin, data }) => {
  if (!framed || source !== window.parent || !hosts.includes(origin)) return;
  if (data?.source !== 'loyaltyd-host' || data.type !== 'session' || state() !== 'closed') return;
  if (token !== null || typeof data.token !== 'string') return;
  token = data.token;
  load(location.href);
});

addEventListener('pageshow', ({ persisted }) => {
  if (persisted) load(location.href);
});

// What was done is shown once; who reloads sees the page as it is then.
const address = new URL(location.href);
if (address.searchParams.has('done')) {
  address.searchParams.delete('done');
  history.replaceState(null, '', address);
}
const { expires } = root.dataset;
if (expires) setTimeout(() => load(location.href), Number(expires));
new ResizeObserver(() => tell('resize', { height: Math.ceil(root.getBoundingClientRect().height) })).observe(
  root,
);
tell('ready');
arrive();
