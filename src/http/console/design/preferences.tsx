import { CONSOLE_LANGUAGES, LANGUAGE_TAGS } from '../language/languages.ts';
import { useWording } from '../language/use-wording.ts';
import { LOOKS } from '../look.ts';
import type { FrameView } from './frame.tsx';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';

/** Chooses the theme for this browser. */
export function LookMenu({ base, look, here }: Pick<FrameView, 'base' | 'look' | 'here'>) {
  const { say } = useWording();
  return (
    <Menu
      label={say('look')}
      button="button bare square"
      shut={<Icon name={look === 'dark' ? 'moon' : 'sun'} />}
    >
      <form method="post" action={`${base}/look`}>
        <input type="hidden" name="back" value={here} />
        {LOOKS.map((one) => (
          <button type="submit" name="look" value={one} aria-pressed={one === look}>
            {say(`look_${one}`)}
          </button>
        ))}
      </form>
    </Menu>
  );
}

/**
 * Chooses the language for this browser. Each language has its own name, for readers who know no other. `named`: the
 * chosen language is shown, if there is room.
 */
export function LanguageMenu({
  base,
  here,
  named = false,
}: Pick<FrameView, 'base' | 'here'> & { named?: boolean }) {
  const { say, language } = useWording();
  const shown = named
    ? {
        button: 'button bare',
        shut: (
          <>
            <Icon name="globe" />
            <span class="unseen">{say('language')}: </span>
            {CONSOLE_LANGUAGES[language]}
          </>
        ),
      }
    : { label: say('language'), button: 'button bare square', shut: <Icon name="globe" /> };
  return (
    <Menu {...shown}>
      <form method="post" action={`${base}/look`}>
        <input type="hidden" name="back" value={here} />
        {LANGUAGE_TAGS.map((tag) => (
          <button type="submit" name="language" value={tag} lang={tag} aria-pressed={tag === language}>
            {CONSOLE_LANGUAGES[tag]}
          </button>
        ))}
      </form>
    </Menu>
  );
}
