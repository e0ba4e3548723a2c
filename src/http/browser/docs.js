// Every page can be read without this script. It copies blocks of code, and "/" opens the search field.

const live = /** @type {HTMLElement} */ (document.getElementById('live'));

/** @param {Element} button */
async function copy(button) {
  const code = button.closest('figure')?.querySelector('code');
  if (!code) return;
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    getSelection()?.selectAllChildren(code);
    if (!document.execCommand('copy')) return;
  }
  const words = button.textContent;
  if (words === 'Copied') return;
  button.textContent = 'Copied';
  live.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = words;
    live.textContent = '';
  }, 2000);
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('[data-copy]');
  if (button) copy(button);
});

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
  event.preventDefault();
  document.getElementById('search')?.focus();
});
