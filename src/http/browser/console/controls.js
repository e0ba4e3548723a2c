// The screen loads a chosen span at once.
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLElement && target.matches('[data-send]')) target.closest('form')?.requestSubmit();
});

/**
 * Copies a text. Returns whether it was copied. Over plain http, scripts have no clipboard: they can copy a selection.
 * @param {string} text
 */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const had = document.activeElement;
    const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true });
    field.className = 'unseen';
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    if (had instanceof HTMLElement) had.focus();
    return done;
  }
}

// A button copies a text, or prints the screen.
document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element && target.closest('[data-copy]');
  if (button instanceof HTMLElement) {
    if (!(await copied(button.dataset.copy ?? ''))) return;
    const live = document.getElementById('live');
    if (live) live.textContent = live.dataset.copied ?? '';
    button.classList.add('copied');
    setTimeout(() => {
      button.classList.remove('copied');
      if (live) live.textContent = '';
    }, 2000);
  }
  if (target instanceof Element && target.closest('[data-print]')) print();
});
