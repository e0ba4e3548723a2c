// Where a screen lists customers, whoever writes into the search sees at once whom it finds.

/**
 * The address can be shared, but for a code: whoever knows one may use it.
 * @param {Element} found @param {URL} address
 */
function keepAddress(found, address) {
  if (found.matches('[data-found-secret]')) address.searchParams.delete('q');
  history.replaceState(null, '', address);
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
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value !== '') query.set(name, String(value));
    const address = `${form.action}?${query}`;
    const answer = await fetch(address, { signal: asked.signal }).catch(() => undefined);
    const text = answer?.ok && !answer.redirected ? await answer.text().catch(() => undefined) : undefined;
    if (text === undefined) return;
    const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('[data-found]');
    if (!fresh) return;
    document.querySelector('[data-found]')?.replaceWith(document.adoptNode(fresh));
    keepAddress(fresh, new URL(address, location.href));
    if (fresh.matches('[data-found-secret]')) words.value = '';
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
const shown = document.querySelector('[data-found-secret]');
if (shown) keepAddress(shown, new URL(location.href));
