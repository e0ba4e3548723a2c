import type { Limit } from '../../domain/core/limits.ts';
import type { Wording } from '../../texts/wording.ts';

/** How often something can be done: "Once a day", "3 times a week". */
export function limitText(say: Wording['format'], { count, interval }: Limit): string {
  const within = interval ?? 'ever';
  return count === 1
    ? say('page_limit_once', { interval: within })
    : say('page_limit_count', { interval: within, count });
}
