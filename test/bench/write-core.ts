import { claimReward } from '../../src/domain/operations/claim-reward.ts';
import { completeRule } from '../../src/domain/operations/complete-rule.ts';
import { anyOf, type Bench, type BenchDeps, type Check, openDeps } from './bench.ts';
import { COMPLETED_RULE, REDEEMED_REWARD, REDEEMED_VARIANT } from './bench-program.ts';
import { merchantId } from './load.ts';
import { type BenchScript, runPgbench } from './pgbench.ts';
import { COMPLETION_STATEMENT, REDEMPTION_STATEMENT } from './reference-statements.ts';
import { rateFinding } from './report.ts';
import { callsPerSecond, compare } from './rounds.ts';
import { claimScript, completionScript } from './write-scripts.ts';

const CONNECTIONS = [1, 16, 64];
/** By the number of connections. */
type Aims = Record<number, number>;
const COMPLETION_AIMS: Aims = { 1: 0.75, 16: 1.35, 64: 2.12 };
const REDEMPTION_AIMS: Aims = { 1: 0.75, 16: 1, 64: 1.52 };

/** The domain's own calls in this process against pgbench, which sends the same statement and nothing else. */
export const writeCoreChecks: Check[] = [
  {
    name: 'completion',
    about: 'completing a rule, without HTTP',
    run: (bench) =>
      measure(
        bench,
        'completion, write core',
        completionScript(bench, COMPLETION_STATEMENT, 'writers'),
        complete,
        COMPLETION_AIMS,
      ),
  },
  {
    name: 'redemption',
    about: 'redeeming a product reward, without HTTP',
    run: (bench) =>
      measure(
        bench,
        'redemption, write core',
        claimScript(bench, REDEMPTION_STATEMENT, 'writers'),
        redeem,
        REDEMPTION_AIMS,
      ),
  },
];

type Operation = (bench: Bench, deps: BenchDeps['deps']) => Promise<unknown>;

async function measure(
  bench: Bench,
  name: string,
  script: BenchScript,
  operation: Operation,
  aims: Aims,
): Promise<void> {
  const { rounds, seconds } = bench.options;
  for (const connections of CONNECTIONS) {
    const { deps, database } = openDeps(bench.database.serverUrl, connections);
    try {
      const ours = (length: number) => callsPerSecond(connections, length, () => operation(bench, deps));
      const limit = (length: number) =>
        runPgbench(bench.database.serverUrl, script, { connections, seconds: length });
      await limit(WARM_UP_SECONDS);
      await ours(WARM_UP_SECONDS);
      const figures = await compare(
        rounds,
        () => ours(seconds),
        () => limit(seconds),
      );
      bench.report(rateFinding(`${name}, ${connections} connections`, figures, aims[connections]!));
    } finally {
      await database.close();
    }
  }
}

const WARM_UP_SECONDS = 3;

function complete({ program, groups }: Bench, deps: BenchDeps['deps']): Promise<unknown> {
  return completeRule(deps, {
    program,
    rule_id: program.rules.find((rule) => rule.key === COMPLETED_RULE)!.id,
    kind: 'social_follow',
    customer_merchant_id: merchantId(anyOf(groups.writers)),
    channel: 'web',
  });
}

function redeem({ program, groups }: Bench, deps: BenchDeps['deps']): Promise<unknown> {
  return claimReward(deps, {
    program,
    reward_id: program.rewards.find((reward) => reward.key === REDEEMED_REWARD)!.id,
    kind: 'product_cart',
    customer_merchant_id: merchantId(anyOf(groups.writers)),
    variant_id: REDEEMED_VARIANT,
    cart_id: 'cart-of-the-bench',
    channel: 'web',
    country: 'US',
  });
}
