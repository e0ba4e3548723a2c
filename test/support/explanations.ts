import type { Explained } from '../../src/domain/explain/explained.ts';
import { type ConsideredClaim, explainReward } from '../../src/domain/operations/explain-reward.ts';
import { explainRule } from '../../src/domain/operations/explain-rule.ts';
import { entryOf } from './factories.ts';
import type { TestDomain } from './test-domain.ts';

/** The reasons why customer 1001 cannot complete the rule of that key. */
export async function whyNotComplete(
  domain: TestDomain,
  key: string,
  merchant_id = '1001',
): Promise<Explained[]> {
  const { program } = domain;
  const rule_id = entryOf(program.rules, key).id;
  return (await explainRule(domain.deps, { program, merchant_id, rule_id })).obstacles;
}

/** The reasons why customer 1001 cannot claim the reward of that key, on the web and in the US. */
export async function whyNotClaim(
  domain: TestDomain,
  key: string,
  rest: Partial<ConsideredClaim> = {},
): Promise<Explained[]> {
  const { program } = domain;
  const reward_id = entryOf(program.rewards, key).id;
  const asked = { program, reward_id, merchant_id: '1001', channel: 'web', country: 'US', ...rest } as const;
  return (await explainReward(domain.deps, asked)).obstacles;
}

export function codesOf(obstacles: readonly Explained[]): string[] {
  return obstacles.map(({ obstacle }) => obstacle.code);
}
