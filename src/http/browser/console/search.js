// On a screen with customers, the results appear while the operator types into the search.

/**
 * The server gives the address of the same search. If it gives none, the words may be a code: addresses show no codes.
 * @param {Element} found @param {string} otherwise
 */
function keepAddress(found, otherwise) {
  history.replaceState(null, '', found.getAttribute('data-found-address') ?? otherwise);
}

/** @param {HTMLFormElement} form @param {HTMLInputElement} search */
function searchLive(form, search) {
  let asked = new AbortController();
  let timer = 0;
  const show = async () => {
    asked.abort();
    asked = new AbortController();
    const words = /** @type {HTMLInputElement} */ (form.elements.namedItem('q'));
    words.value = search.value;
    const body = new URLSearchParams({ live: 'on' });
    for (const [name, value] of new FormData(form)) body.set(name, String(value));
    const { signal } = asked;
    const answer = await fetch(form.action, { method: 'POST', body, signal }).catch(() => undefined);
    const text = answer?.ok && !answer.redirected ? await answer.text().catch(() => undefined) : undefined;
    if (text === undefined) return;
    const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('[data-found]');
    if (!fresh) return;
    document.querySelector('[data-found]')?.replaceWith(document.adoptNode(fresh));
    keepAddress(fresh, form.action);
    const live = document.getElementById('live');
    if (live) live.textContent = fresh.querySelector('[data-found-text]')?.textContent ?? '';
  };
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(show, 150);
  });
}

const searches = document.querySelector('form[data-searches]');
const searchField = document.getElementById('search');
if (searches instanceof HTMLFormElement && searchField instanceof HTMLInputElement)
  searchLive(searches, searchField);
