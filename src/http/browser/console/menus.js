// Menus close at a click beside them.

/** @param {EventTarget | null} target */
function shutMenus(target) {
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (!(target instanceof Node && menu.contains(target))) menu.removeAttribute('open');
  }
}
document.addEventListener('click', ({ target }) => shutMenus(target));
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') shutMenus(null);
});

// Tabs may be wider than the window: the present tab is scrolled into view.
document.querySelector('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
