import type { Picture } from '../domain/programs/program-settings.ts';
import type { RemainingFile, Report } from './check-values.ts';
import type { Path } from './mistakes.ts';
import { readCss } from './read-css.ts';
import { bytesOf, type Room, readPicture } from './read-picture.ts';

/** Every page contains the logos, and a page must stay under 30 KB. */
const MOST_OF_LOGOS = 12 * 1024;
/** The banner is shown across the page, but loaded separately. */
const MOST_OF_BANNER = 96 * 1024;
/** A reward's picture is shown no larger than a thumbnail. */
const MOST_OF_REWARD = 24 * 1024;
/** A file that contains its pictures must stay within the length that a file may have. */
const MOST_OF_REWARDS = 384 * 1024;

/** The pictures and the style sheet that come with a program file. */
export interface Assets {
  logo: Picture | null;
  logo_dark: Picture | null;
  banner: Picture | null;
  css: string | null;
  /** The pictures by the reward's key. */
  rewards: ReadonlyMap<string, Picture>;
}

/** `folder`: the base of relative paths in the file; null: the file may name no other file. */
export function readAssets(file: RemainingFile, folder: string | null, report: Report): Assets {
  const read = (written: string | undefined, path: Path, room: Room): Picture | null => {
    if (written === undefined) return null;
    const picture = readPicture(written, folder, room);
    if (!('mistake' in picture)) return picture;
    report(path, picture.mistake);
    return null;
  };
  const beside = (logo: Picture | null) => ({
    bytes: MOST_OF_LOGOS - (logo ? bytesOf(logo) : 0),
    where: 'stand in every page',
  });
  const logo = read(file.theme?.logo, ['theme', 'logo'], beside(null));
  const logo_dark = read(file.theme?.logo_dark, ['theme', 'logo_dark'], beside(logo));
  const banner = read(file.theme?.banner, ['theme', 'banner'], {
    bytes: MOST_OF_BANNER,
    where: 'are kept of a banner',
  });
  const rewards = new Map<string, Picture>();
  let left = MOST_OF_REWARDS;
  for (const [key, reward] of Object.entries(file.rewards ?? {})) {
    const room =
      left < MOST_OF_REWARD
        ? { bytes: left, where: `are left of the ${MOST_OF_REWARDS} for the pictures of all rewards` }
        : { bytes: MOST_OF_REWARD, where: 'are kept of a picture of a reward' };
    const picture = read(reward?.image, ['rewards', key, 'image'], room);
    if (!picture) continue;
    rewards.set(key, picture);
    left -= bytesOf(picture);
  }
  const css = cssOf(file.theme?.css, folder, report);
  return { logo, logo_dark, banner, css, rewards };
}

function cssOf(written: string | undefined, folder: string | null, report: Report): string | null {
  if (written === undefined) return null;
  const read = readCss(written, folder);
  if (typeof read === 'string') return read;
  report(['theme', 'css'], read.mistake);
  return null;
}
