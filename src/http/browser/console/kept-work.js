// Long texts are kept in this tab until the server confirms that it has them: the session may have ended.

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
    // The text is restored together with the text from which it was made, so that meanwhile changes of others are
    // noticed.
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
      // The tab has no room for the text. The form is sent all the same.
    }
  });
}

for (const form of document.querySelectorAll('form[data-kept]')) {
  if (form instanceof HTMLFormElement) keepWork(form);
}

// A finished action is reported once: a reload of the screen, or a return to it, does nothing more.
const address = new URL(location.href);
if (address.searchParams.has('done')) {
  address.searchParams.delete('done');
  history.replaceState(null, '', address);
}
