import type { PageContext } from './page-context.ts';

/** The picture across the top of the page, if the program has one. It is an ornament without a text of its own. */
export function Banner({ page }: { page: PageContext }) {
  const { theme } = page.view.program.settings;
  if (!theme?.banner) return null;
  const { width, height } = theme.banner;
  return <img class="banner" src={page.actions.banner(theme.banner)} width={width} height={height} alt="" />;
}
