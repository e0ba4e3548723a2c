import { createHash } from 'node:crypto';
import { FixedText } from '../fixed-text.ts';
import { readScript } from '../shared/read-script.ts';
import { readStyles } from '../shared/read-styles.ts';

/** The style sheet's parts, in their order: the reset of all pages, then the console's own. */
export const STYLE_PARTS = [
  'tokens',
  'base',
  'frame',
  'controls',
  'menus',
  'cards',
  'tables',
  'people',
  'content',
  'plot',
  'program',
  'alone',
  'print',
] as const;

/** The parts of the script. Each works alone and knows nothing of the others. */
export const SCRIPT_PARTS = [
  'plots',
  'keys',
  'menus',
  'controls',
  'progress',
  'kept-work',
  'sentences',
  'search',
  'undo',
] as const;

const FOREVER = 'public, max-age=31536000, immutable';

export interface Asset {
  /** The name changes with the text, so a browser may cache it for ever. */
  name: string;
  text: string;
  sent: FixedText;
}

export interface Assets {
  styles: Asset;
  script: Asset;
  /** For the screens that take passkeys. */
  passkeys: Asset;
  /** For the screens that update themselves. */
  fresh: Asset;
}

let read: Assets | undefined;

/** The style sheet and the script of every screen. They are read at the first request for a screen. */
export function consoleAssets(): Assets {
  read ??= {
    styles: asset(
      'console',
      readStyles(new URL('../../../src/http/shared/styles', import.meta.url), ['base']) +
        readStyles(new URL('../../../src/http/console/styles', import.meta.url), STYLE_PARTS),
      'css',
      'text/css; charset=utf-8',
    ),
    // Each part is in a block of its own, so that their names do not collide.
    script: script('console', SCRIPT_PARTS.map((part) => `{\n${readScript(`console/${part}`)}}\n`).join('')),
    passkeys: script('passkeys'),
    fresh: script('fresh'),
  };
  return read;
}

const script = (name: string, text = readScript(name)) =>
  asset(name, text, 'js', 'text/javascript; charset=utf-8');

/** `name`: the beginning of the asset's name. */
export function asset(name: string, text: string, ending: string, type: string): Asset {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { name: `${name}-${hash}.${ending}`, text, sent: new FixedText(text, type, FOREVER) };
}
