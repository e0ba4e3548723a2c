import { derivedPointValue } from '../books/point-value.ts';
import type { CoreDeps } from '../core/deps.ts';
import { currencyDigits } from '../core/money.ts';
import { type Program, variantFor } from '../programs/configuration.ts';
import { lastDayOf, monthAfter } from './periods.ts';
import { readSheet } from './sheet-store.ts';

/**
 * The value of a point in minor units of the program's currency: the value that the program states, otherwise the value
 * that customers got for their points in the twelve months that end with `month`, YYYY-MM. null: in these months nobody
 * redeemed a reward of known value.
 */
export async function readPointValue(
  deps: Pick<CoreDeps, 'db'>,
  program: Program,
  month: string,
): Promise<number | null> {
  const stated = program.settings.point_value;
  if (stated !== undefined) return stated * 10 ** currencyDigits(program.currency);
  const { parts } = await readSheet(deps, {
    program_id: program.id,
    span: { from: monthAfter(`${month}-01`, -11), to: lastDayOf(month), interval: 'month' },
    filter: { site_id: null, tier_id: null, rule_id: null, reward_id: null },
    subject: 'reward',
    sources: ['flows'],
  });
  const redeemed = parts.flatMap(({ period, subject_id, flow, points }) => {
    const reward = program.rewards.find(({ id }) => id === subject_id);
    if (!reward || period === null || flow !== 'redeemed') return [];
    const { cost } = variantFor(reward, null);
    return [{ reward: { cost, properties: reward.properties }, points }];
  });
  return derivedPointValue(program.currency, redeemed);
}
