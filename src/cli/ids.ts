import { loadConfig } from '../config.ts';
import { advanceIds } from '../db/advance-ids.ts';
import { withLocation } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';

/** The order in which ids become visible uses 48 bits of them. Up to this number the ids will never run out. */
const HIGHEST = 100_000_000_000_000;

/** `loyaltyd ids advance --above N` */
export async function advanceIdsCommand(shell: Shell, options: { above: string }): Promise<Outcome> {
  const above = /^\d{1,15}$/.test(options.above) ? Number(options.above) : Number.NaN;
  if (!(above >= 1 && above <= HIGHEST)) {
    throw new CommandError(EXIT.usage, `--above must be an integer from 1 to ${HIGHEST}.`);
  }
  const advanced = await withLocation(loadConfig(shell.env), ({ ownerUrl }) => advanceIds(ownerUrl, above));
  const text = advanced.length > 0 ? `New ids begin above ${above}.` : `All ids were above ${above} already.`;
  return { exit_code: EXIT.ok, text, json: { above, advanced } };
}
