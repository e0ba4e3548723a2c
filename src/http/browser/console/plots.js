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
