// Every page reads as well without this: it copies blocks of code, and takes "/" for the search field.

async function copy(button) {
  const code = button.closest('figure').querySelector('code');
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    getSelection().selectAllChildren(code);
    if (!document.execCommand('copy')) return;
  }
  const words = button.textContent;
  if (words === 'Copied') return;
  button.textContent = 'Copied';
  document.getElementById('live').textContent = 'Copied';
  setTimeout(() => {
    button.textContent = words;
    document.getElementById('live').textContent = '';
  }, 2000);
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy]');
  if (button) copy(button);
});

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, textarea, select')) return;
  event.preventDefault();
  document.getElementById('search').focus();
});
