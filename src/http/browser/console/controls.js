// A chosen span is shown at once.
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLElement && target.matches('[data-send]')) target.closest('form')?.requestSubmit();
});

// A button copies a text, or prints the screen.
document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element && target.closest('[data-copy]');
  if (button instanceof HTMLElement) {
    await navigator.clipboard.writeText(button.dataset.copy ?? '');
    const live = document.getElementById('live');
    if (live) live.textContent = 'Copied';
    button.classList.add('copied');
    setTimeout(() => {
      button.classList.remove('copied');
      if (live) live.textContent = '';
    }, 2000);
  }
  if (target instanceof Element && target.closest('[data-print]')) print();
});
