// Work on its way: the server sends how far it is. Where that is cut off, the browser opens it anew by itself.

for (const place of document.querySelectorAll('[data-live]')) {
  const events = new EventSource(/** @type {HTMLElement} */ (place).dataset.live ?? '');
  events.addEventListener('message', ({ data }) => {
    const { text, done, of_all, ended } = JSON.parse(data);
    if (ended) {
      events.close();
      location.reload();
      return;
    }
    const words = place.querySelector('[data-live-text]');
    if (words) words.textContent = text;
    const bar = place.querySelector('progress');
    if (bar && of_all !== null) {
      bar.max = of_all;
      bar.value = done;
    }
  });
}
