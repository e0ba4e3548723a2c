// Work on its way: the server sends how far it is. Where that is cut off, the browser opens it anew by itself.

/** @param {HTMLElement} place */
function follow(place) {
  /** @type {EventSource | undefined} */
  let events;
  const open = () => {
    events = new EventSource(place.dataset.live ?? '');
    events.addEventListener('message', ({ data }) => show(JSON.parse(data)));
  };
  const close = () => {
    events?.close();
    events = undefined;
  };
  /** @param {{ text: string, done: number, of_all: number | null, ended: boolean }} state */
  const show = ({ text, done, of_all, ended }) => {
    if (ended) {
      close();
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
  };
  // A tab that nobody sees asks nothing. An event holds the whole state, so none is missed.
  document.addEventListener('visibilitychange', () => {
    close();
    if (!document.hidden) open();
  });
  if (!document.hidden) open();
}

for (const place of document.querySelectorAll('[data-live]')) if (place instanceof HTMLElement) follow(place);
