// Keys: "/" opens the search, "?" lists the keys, "g" and a letter open a screen.

/** The moment of the last "g", on the clock of events. */
let went = Number.NEGATIVE_INFINITY;

/** @param {EventTarget | undefined} target */
const isWriting = (target) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

document.addEventListener('keydown', (event) => {
  // The path leads into the editor of program files, which is in a shadow tree.
  if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.composedPath()[0])) return;
  if (event.key === '/') {
    event.preventDefault();
    document.getElementById('search')?.focus();
  } else if (event.key === '?') {
    document.getElementById('keys')?.togglePopover();
  } else if (event.key === 'g') {
    went = event.timeStamp;
  } else if (event.timeStamp - went < 1500) {
    went = Number.NEGATIVE_INFINITY;
    const link = document.querySelector(`.side [data-key="${CSS.escape(event.key)}"]`);
    if (link instanceof HTMLAnchorElement) link.click();
  }
});
