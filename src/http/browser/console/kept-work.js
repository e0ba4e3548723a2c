// Work that is long to write is kept in this tab until the server says that it has it: the session may have ended.

/** @param {HTMLFormElement} form */
function keepWork(form) {
  const place = `kept ${location.pathname}`;
  const names = (form.dataset.kept ?? '').split(' ');
  const fields = names.flatMap((name) => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? [field] : [];
  });
  const told = document.querySelector('[data-kept-told]');
  if (fields.length < names.length || !(told instanceof HTMLElement)) return;
  const kept = sessionStorage.getItem(place);
  const values = kept === null ? null : JSON.parse(kept);
  if (new URLSearchParams(location.search).has('done') || values?.[0] === fields[0]?.value) {
    sessionStorage.removeItem(place);
  } else if (values) {
    // With the text comes what it was made from: a change of others meanwhile shows.
    fields.forEach((field, at) => {
      field.value = values[at];
    });
    told.hidden = false;
  }
  told.querySelector('[data-kept-leave]')?.addEventListener('click', () => {
    sessionStorage.removeItem(place);
    location.assign(location.pathname);
  });
  form.addEventListener('submit', () => {
    try {
      sessionStorage.setItem(place, JSON.stringify(fields.map(({ value }) => value)));
    } catch {
      // The tab has no room for it. It is sent all the same.
    }
  });
}

for (const form of document.querySelectorAll('form[data-kept]')) {
  if (form instanceof HTMLFormElement) keepWork(form);
}

// A deed is told of once: whoever loads the screen anew, or comes back to it, has done nothing more.
const address = new URL(location.href);
if (address.searchParams.has('done')) {
  address.searchParams.delete('done');
  history.replaceState(null, '', address);
}
