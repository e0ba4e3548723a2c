// The console works without this. It adds the reading of plots, the keys, menus that shut by themselves, copying, work that
// is kept until it arrived, and how customers would read what somebody writes.

/** @param {string} id */
const byId = (id) => document.getElementById(id);

// Plots: a slider over the periods. It reads the table behind the plot, so that nothing is sent twice.

/** @param {HTMLElement} drawing */
function readPlot(drawing) {
  const figure = /** @type {HTMLElement} */ (drawing.closest('figure'));
  const table = figure.querySelector('.behind table');
  const marks = drawing.querySelector('.marks');
  if (!table || !marks) return;
  const names = [...table.querySelectorAll('thead th')].slice(1).map((cell) => cell.textContent);
  const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  if (rows.length === 0) return;

  const hover = document.createElement('div');
  hover.className = 'hover';
  hover.tabIndex = 0;
  hover.setAttribute('role', 'slider');
  hover.setAttribute('aria-label', marks.getAttribute('aria-label') ?? '');
  hover.setAttribute('aria-valuemin', '1');
  hover.setAttribute('aria-valuemax', String(rows.length));
  const cross = document.createElement('div');
  cross.className = 'cross';
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.setAttribute('aria-hidden', 'true');
  cross.hidden = true;
  tip.hidden = true;
  drawing.append(hover, cross, tip);

  const place = () => {
    const scale = /** @type {HTMLElement} */ (drawing.querySelector('.scale')).getBoundingClientRect().width;
    hover.style.insetInlineStart = `${scale}px`;
    hover.style.insetInlineEnd = '0';
    return scale;
  };
  place();

  let at = rows.length - 1;
  const note = () => {
    const row = rows[at] ?? [];
    hover.setAttribute('aria-valuenow', String(at + 1));
    const words = names.map((name, index) => `${name} ${row[index + 1]}`).join(', ');
    hover.setAttribute('aria-valuetext', `${row[0]}: ${words}`);
  };
  note();

  const show = () => {
    note();
    const row = rows[at] ?? [];
    const scale = place();
    const width = drawing.getBoundingClientRect().width - scale;
    const x = scale + ((at + 0.5) * width) / rows.length;
    tip.replaceChildren(
      Object.assign(document.createElement('strong'), { textContent: row[0] }),
      ...names.map((name, index) => {
        const line = document.createElement('p');
        line.append(name, Object.assign(document.createElement('b'), { textContent: row[index + 1] }));
        return line;
      }),
    );
    cross.hidden = false;
    tip.hidden = false;
    cross.style.insetInlineStart = `${x}px`;
    const room = drawing.getBoundingClientRect().width - tip.offsetWidth;
    const beside = x + 12 > room ? x - tip.offsetWidth - 12 : x + 12;
    tip.style.insetInlineStart = `${Math.max(0, Math.min(beside, room))}px`;
  };
  const hide = () => {
    cross.hidden = true;
    tip.hidden = true;
  };

  hover.addEventListener('pointermove', ({ offsetX }) => {
    at = Math.max(0, Math.min(rows.length - 1, Math.floor((offsetX * rows.length) / hover.offsetWidth)));
    show();
  });
  hover.addEventListener('pointerleave', () => {
    if (document.activeElement === hover) show();
    else hide();
  });
  hover.addEventListener('focus', show);
  hover.addEventListener('blur', hide);
  hover.addEventListener('keydown', (event) => {
    /** @type {Record<string, number>} */
    const places = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - 7,
      PageUp: at + 7,
      Home: 0,
      End: rows.length - 1,
    };
    const next = places[event.key];
    if (event.key === 'Escape') hide();
    if (next === undefined) return;
    event.preventDefault();
    at = Math.max(0, Math.min(rows.length - 1, next));
    show();
  });
}

function readPlots() {
  for (const drawing of document.querySelectorAll('[data-plot]'))
    readPlot(/** @type {HTMLElement} */ (drawing));
}
readPlots();
document.addEventListener('console:fresh', readPlots);

// Keys: "/" searches, "?" lists them, "g" and a letter go to a screen.

/** The moment of the last "g", as events count time. */
let went = Number.NEGATIVE_INFINITY;

/** @param {EventTarget | undefined} target */
const isWriting = (target) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') shutMenus(null);
  // The path leads into the editor of program files, which stands in a tree of its own.
  if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.composedPath()[0])) return;
  if (event.key === '/') {
    event.preventDefault();
    byId('search')?.focus();
  } else if (event.key === '?') {
    byId('keys')?.togglePopover();
  } else if (event.key === 'g') {
    went = event.timeStamp;
  } else if (event.timeStamp - went < 1500) {
    went = Number.NEGATIVE_INFINITY;
    const link = document.querySelector(`.side [data-key="${CSS.escape(event.key)}"]`);
    if (link instanceof HTMLAnchorElement) link.click();
  }
});

// Of tabs that need more room than there is, the present one is seen.
document.querySelector('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });

// Menus shut at a click beside them.

/** @param {EventTarget | null} target */
function shutMenus(target) {
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (!(target instanceof Node && menu.contains(target))) menu.removeAttribute('open');
  }
}
document.addEventListener('click', ({ target }) => shutMenus(target));

// A chosen span is shown at once.
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLElement && target.matches('[data-send]')) target.closest('form')?.requestSubmit();
});

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element && target.closest('[data-copy]');
  if (button instanceof HTMLElement) {
    await navigator.clipboard.writeText(button.dataset.copy ?? '');
    const live = byId('live');
    if (live) live.textContent = 'Copied';
    button.classList.add('copied');
    setTimeout(() => {
      button.classList.remove('copied');
      if (live) live.textContent = '';
    }, 2000);
  }
  if (target instanceof Element && target.closest('[data-print]')) print();
});

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

// A form of an entry shows how customers would read it, anew while somebody writes.

/** @param {HTMLFormElement} form */
function showSentences(form) {
  let asking = new AbortController();
  let timer = 0;
  const show = async () => {
    asking.abort();
    const turn = new AbortController();
    asking = turn;
    const limit = setTimeout(() => turn.abort(), 10_000);
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value);
    body.set('deed', 'look');
    const answer = await fetch(form.action, { method: 'POST', body, signal: turn.signal }).catch(
      () => undefined,
    );
    const text = answer?.ok ? await answer.text().catch(() => undefined) : undefined;
    clearTimeout(limit);
    if (text === undefined || turn.signal.aborted) return;
    const page = new DOMParser().parseFromString(text, 'text/html');
    const fresh = page.querySelector('[data-shows-sentences]');
    if (fresh) document.querySelector('[data-shows-sentences]')?.replaceWith(document.adoptNode(fresh));
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(show, 500);
  });
}

for (const form of document.querySelectorAll('form[data-sentences]')) {
  if (form instanceof HTMLFormElement) showSentences(form);
}

// Where a screen lists customers, whoever writes into the search sees at once whom it finds.

/** @param {HTMLFormElement} form @param {HTMLInputElement} search */
function searchLive(form, search) {
  let asked = new AbortController();
  let timer = 0;
  const show = async () => {
    asked.abort();
    asked = new AbortController();
    const words = /** @type {HTMLInputElement} */ (form.elements.namedItem('q'));
    words.value = search.value;
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value !== '') query.set(name, String(value));
    const address = `${form.action}?${query}`;
    const answer = await fetch(address, { signal: asked.signal }).catch(() => undefined);
    const text = answer?.ok && !answer.redirected ? await answer.text().catch(() => undefined) : undefined;
    if (text === undefined) return;
    const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('[data-found]');
    if (!fresh) return;
    document.querySelector('[data-found]')?.replaceWith(document.adoptNode(fresh));
    history.replaceState(null, '', address);
    const live = byId('live');
    if (live) live.textContent = fresh.querySelector('[data-found-text]')?.textContent ?? '';
  };
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(show, 150);
  });
}

const searches = document.querySelector('form[data-searches]');
const searchField = byId('search');
if (searches instanceof HTMLFormElement && searchField instanceof HTMLInputElement)
  searchLive(searches, searchField);

// Decisions on several things wait for ten seconds before they are sent, and can be taken back until then.

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
    words.textContent = `${button.textContent} ${count}. It is sent in ${UNDONE_SECONDS} seconds.`;
    wait(true);
    undo.focus();
    addEventListener('beforeunload', ask);
    timer = setTimeout(() => {
      end();
      for (const [name, value] of [
        ['confirmed', 'yes'],
        ['state', button.value],
      ]) {
        const field = Object.assign(document.createElement('input'), { type: 'hidden', name, value });
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
