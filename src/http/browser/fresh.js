// A screen of the present state updates itself without a reload when the server reports another state.

/** The least time between two updates: the figures of a busy store change all the time. */
const LEAST_MS = 10_000;

/** @param {HTMLElement} main */
function keepFresh(main) {
  let shown = main.dataset.mark ?? '';
  let wanted = shown;
  let looked = performance.now();
  main.addEventListener('console:state', (event) => {
    if (event instanceof CustomEvent) wanted = event.detail.mark;
  });

  const look = async () => {
    const now = performance.now();
    if (wanted === shown || document.hidden || now - looked < LEAST_MS || isUsed(main)) return;
    looked = now;
    const mark = wanted;
    const text = await freshText();
    if (text === undefined || isUsed(main)) return;
    const page = new DOMParser().parseFromString(text, 'text/html');
    const fresh = page.querySelector('main[data-mark]');
    // If the operator was signed out meanwhile, the screen stays as it is.
    if (!fresh) return clearInterval(timer);
    shown = mark;
    replaceContent(main, fresh);
  };

  const timer = setInterval(look, 1_000);
}

/** The present screen. The request does not count as use of the session. undefined: no answer. */
async function freshText() {
  const answer = await fetch(location.href, { headers: { 'x-by-itself': '1' } }).catch(() => undefined);
  return answer?.ok ? answer.text() : undefined;
}

/**
 * Whether the operator reads a plot, fills in a form or selects a text: then the screen must not change.
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

for (const main of document.querySelectorAll('main[data-mark]')) {
  if (main instanceof HTMLElement) keepFresh(main);
}
