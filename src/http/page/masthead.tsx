import type { Picture } from '../../domain/programs/program-settings.ts';
import type { PageContext } from './page-context.ts';

/** The program's name and logo. `greeting`: the words for the customer. */
export function Masthead({ page, greeting = null }: { page: PageContext; greeting?: string | null }) {
  const { program } = page.view;
  const { logo = null, logo_dark } = program.settings.theme ?? {};
  return (
    <header class={greeting ? 'masthead greets' : 'masthead'}>
      <h1>{logo === null ? program.name : <LogoImage logo={logo} dark={logo_dark} name={program.name} />}</h1>
      {greeting && <p class="muted">{greeting}</p>}
      <button type="button" class="button quiet close" data-close hidden>
        {page.say('page_close', {})}
      </button>
    </header>
  );
}

/**
 * In dark mode, a logo without a dark version stands on the light ground of the page, so that all of it can be seen.
 */
function LogoImage({ logo, dark, name }: { logo: Picture; dark: Picture | undefined; name: string }) {
  if (!dark) return <img class="logo lone" {...logo} alt={name} />;
  const image = <img class="logo" {...logo} alt={name} />;
  if (dark.src === logo.src) return image;
  const { src, width, height } = dark;
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcset={src} width={width} height={height} />
      {image}
    </picture>
  );
}
