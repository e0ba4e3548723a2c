import type { ProgramDefinition } from '../../../src/domain/programs/program-definition.ts';
import { rewardDefinition, ruleDefinition } from '../../support/factories.ts';
import { BENCH_PROGRAM, REDEEMED_REWARD } from '../bench-program.ts';

export function namedProgram(key: string): ProgramDefinition {
  return { ...BENCH_PROGRAM, key };
}

/** The bench's program with so many rules. Half of the added ones are completed by orders of their product. */
export function manyRules(number: number): ProgramDefinition {
  const own = BENCH_PROGRAM.rules.slice(0, number);
  const added = Array.from({ length: number - own.length }, (_, index) => ({
    key: `more_${index}`,
    definition:
      index % 2
        ? ruleDefinition({ kind: 'custom', properties: { name: `more_${index}` } })
        : ruleDefinition({ kind: 'product_purchase', properties: { product_ids: [`more-${index}`] } }),
  }));
  return { ...namedProgram(`rules-${number}`), rules: [...own, ...added] };
}

/** The bench's program with so many rewards, the one that is redeemed among them. */
export function manyRewards(number: number): ProgramDefinition {
  const redeemed = BENCH_PROGRAM.rewards.find(({ key }) => key === REDEEMED_REWARD)!;
  const others = BENCH_PROGRAM.rewards.filter((reward) => reward !== redeemed);
  const own = [redeemed, ...others].slice(0, number);
  const added = Array.from({ length: number - own.length }, (_, index) => ({
    key: `more_${index}`,
    definition: rewardDefinition({ title: `A reward: more ${index}` }),
  }));
  return { ...namedProgram(`rewards-${number}`), rewards: [...own, ...added] };
}
