// Decisions on several activities wait for ten seconds before they are sent. Until then the operator can undo them.

const UNDONE_SECONDS = 10;

/** @param {HTMLFormElement} form */
function sendLate(form) {
  const toast = /** @type {HTMLElement} */ (form.querySelector('[data-undo-toast]'));
  const words = /** @type {HTMLElement} */ (toast.querySelector('[data-undo-text]'));
  const undo = /** @type {HTMLButtonElement} */ (toast.querySelector('button'));
  let timer = 0;
  /** @param {boolean} waits */
  const wait = (waits) => {
    toast.hidden = !waits;
    for (const field of form.querySelectorAll('input[type="checkbox"], button[name]'))
      field.toggleAttribute('inert', waits);
    if (!waits) clearTimeout(timer);
  };
  /** @param {BeforeUnloadEvent} event */
  const ask = (event) => event.preventDefault();
  const end = () => {
    wait(false);
    removeEventListener('beforeunload', ask);
  };
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.matches('[data-choose-all]'))) return;
    for (const field of form.querySelectorAll('input[type="checkbox"]'))
      if (field instanceof HTMLInputElement) field.checked = target.checked;
  });
  form.addEventListener('submit', (event) => {
    const button = event.submitter;
    const count = form.querySelectorAll('input[type="checkbox"][name]:checked').length;
    if (!(button instanceof HTMLButtonElement) || count === 0) return;
    event.preventDefault();
    if (!toast.hidden) return;
    const told = { deed: button.textContent ?? '', count, seconds: UNDONE_SECONDS };
    words.textContent = Object.entries(told).reduce(
      (text, [name, value]) => text.replace(`%${name}`, () => String(value)),
      words.dataset.undoText ?? '',
    );
    wait(true);
    undo.focus();
    addEventListener('beforeunload', ask);
    timer = setTimeout(() => {
      end();
      // The form may have been sent before and stopped. If it had two choices, the server would take the first.
      for (const field of form.querySelectorAll('[data-decided]')) field.remove();
      for (const [name, value] of [
        ['confirmed', 'yes'],
        ['state', button.value],
      ]) {
        const field = Object.assign(document.createElement('input'), { type: 'hidden', name, value });
        field.dataset.decided = '';
        form.append(field);
      }
      form.submit();
    }, UNDONE_SECONDS * 1000);
  });
  undo.addEventListener('click', end);
}

for (const form of document.querySelectorAll('form[data-undo]')) {
  if (form instanceof HTMLFormElement) sendLate(form);
}
