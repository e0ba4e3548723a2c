// A screen that shows how things stand changes without being loaded anew. The server tells of each change by an event;
// where events do not come through, the screen asks by itself.

/** At least so long between two looks: figures of a busy store change all the time. */
const LEAST_MS = 10_000;
/** Events come at least twice in this time, since the server ends each answer after half of it. */
const SILENT_MS = 60_000;

/** @param {HTMLElement} main */
function keepFresh(main) {
  const address = main.dataset.fresh ?? '';
  let shown = main.dataset.mark ?? '';
  let wanted = shown;
  let heard = performance.now();
  let looked = heard;
  /** @type {EventSource | undefined} */
  let events;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  const listen = () => {
    if (events) return;
    events = new EventSource(address);
    events.addEventListener('message', ({ data }) => {
      heard = performance.now();
      wanted = JSON.parse(data).mark;
    });
  };
  // A browser has few connections to one server: a tab that nobody sees keeps none.
  const rest = () => {
    events?.close();
    events = undefined;
  };
  const stop = () => {
    rest();
    clearInterval(timer);
  };

  const look = async () => {
    const now = performance.now();
    if (document.hidden || now - looked < LEAST_MS || isUsed(main)) return;
    if (now - heard > SILENT_MS) {
      heard = now;
      wanted = /"mark":"([^"]*)"/.exec((await ask(address)) ?? '')?.[1] ?? shown;
    }
    if (wanted === shown) return;
    looked = now;
    const mark = wanted;
    const text = await ask(location.href);
    if (text === undefined || isUsed(main)) return;
    const page = new DOMParser().parseFromString(text, 'text/html');
    const fresh = page.querySelector('main[data-fresh]');
    // Whoever is signed out meanwhile keeps what they see.
    if (!fresh) return stop();
    shown = mark;
    replaceContent(main, fresh);
  };

  document.addEventListener('visibilitychange', () => (document.hidden ? rest() : listen()));
  if (!document.hidden) listen();
  timer = setInterval(look, 1_000);
}

/**
 * The text at an address, asked for in a way that does not count as use of the session; undefined: no answer.
 *
 * @param {string} address
 */
async function ask(address) {
  const answer = await fetch(address, { headers: { 'x-by-itself': '1' } }).catch(() => undefined);
  return answer?.ok ? answer.text() : undefined;
}

/**
 * Whether somebody reads a plot, fills in a form or marks a text: nothing moves under their hands.
 *
 * @param {HTMLElement} main
 */
function isUsed(main) {
  const selection = getSelection();
  const isMarked = selection !== null && !selection.isCollapsed && main.contains(selection.anchorNode);
  return isMarked || main.contains(document.activeElement) || main.querySelector('.menu[open]') !== null;
}

/**
 * @param {HTMLElement} main
 * @param {Element} fresh
 */
function replaceContent(main, fresh) {
  const unfolded = [...main.querySelectorAll('details')].map(({ open }) => open);
  [...fresh.querySelectorAll('details')].forEach((details, at) => {
    details.open = unfolded[at] ?? false;
  });
  main.replaceChildren(...[...fresh.childNodes].map((node) => document.adoptNode(node)));
  main.dispatchEvent(new CustomEvent('console:fresh', { bubbles: true }));
}

for (const main of document.querySelectorAll('main[data-fresh]')) {
  if (main instanceof HTMLElement) keepFresh(main);
}
