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

function LogoImage({ logo, dark, name }: { logo: Picture; dark: Picture | undefined; name: string }) {
  const image = <img class="logo" {...logo} alt={name} />;
  if (!dark) return image;
  const { src, width, height } = dark;
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcset={src} width={width} height={height} />
      {image}
    </picture>
  );
}
