// The state of running work. The server sends events. If the server was unavailable for a while, or if a proxy keeps
// events back, the screen asks itself.

/** The first event comes at once. If none comes in this time, something keeps events back. */
const FIRST_MS = 5_000;
/** Later events come at least twice in this time, because the server ends each answer after half of it. */
const SILENT_MS = 60_000;
/** The pause between two questions. */
const EVERY_MS = 5_000;

/** @param {HTMLElement} place */
function follow(place) {
  const address = place.dataset.live ?? '';
  /** @type {EventSource | undefined} */
  let events;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  let comes = false;
  let heard = 0;
  let asked = 0;
  let asking = false;

  const listen = () => {
    events?.close();
    events = new EventSource(address);
    events.addEventListener('message', ({ data }) => {
      comes = true;
      take(data);
    });
  };
  const rest = () => {
    events?.close();
    events = undefined;
    clearInterval(timer);
  };
  const begin = () => {
    if (document.hidden) return;
    heard = performance.now();
    listen();
    timer = setInterval(look, 1_000);
  };
  const change = () => {
    rest();
    begin();
  };
  const stop = () => {
    rest();
    document.removeEventListener('visibilitychange', change);
  };

  /** @param {string} data */
  const take = (data) => {
    heard = performance.now();
    const state = JSON.parse(data);
    if (state.ended) {
      stop();
      location.reload();
      return;
    }
    show(place, state);
    place.dispatchEvent(new CustomEvent('console:state', { detail: state }));
  };
  const look = async () => {
    const now = performance.now();
    // If a proxy answers for an unavailable server, the browser treats that as the end and asks for no more events.
    const isOver = events?.readyState === EventSource.CLOSED;
    const isSilent = now - heard > (comes ? SILENT_MS : FIRST_MS);
    // Only one question at a time: otherwise questions to a silent server would accumulate.
    if (asking || !(isOver || isSilent) || now - asked < EVERY_MS) return;
    asked = now;
    asking = true;
    const signal = AbortSignal.timeout(SILENT_MS);
    const answer = await fetch(address, { headers: { 'x-by-itself': '1' }, signal }).catch(() => undefined);
    const data = answer?.ok ? await answer.text().catch(() => undefined) : undefined;
    asking = false;
    // If the operator was signed out meanwhile, the screen stays as it is.
    if (answer?.redirected) return stop();
    if (data === undefined || !events) return;
    take(data);
    if (isOver && events) listen();
  };

  // A browser has few connections to one server, so a hidden tab keeps none. An event contains the whole state, so
  // nothing is missed.
  document.addEventListener('visibilitychange', change);
  begin();
}

/** @param {HTMLElement} place @param {{ text?: string, done?: number, of_all?: number | null }} state */
function show(place, { text, done, of_all }) {
  const words = place.querySelector('[data-live-text]');
  if (words && text !== undefined) words.textContent = text;
  const bar = place.querySelector('progress');
  if (bar && typeof of_all === 'number') {
    bar.max = of_all;
    bar.value = done ?? 0;
  }
}

for (const place of document.querySelectorAll('[data-live]')) if (place instanceof HTMLElement) follow(place);
