import { createInterface } from 'node:readline';
import { NO_LIMITS } from '../../src/db/limits.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { claimReward } from '../../src/domain/operations/claim-reward.ts';
import { completeRule } from '../../src/domain/operations/complete-rule.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { rebuildFigures } from '../../src/domain/operations/rebuild-figures.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { publishDraftFile } from '../../src/program-file/program-drafts.ts';
import { TestClock } from './clock.ts';
import { atOnce, ORDINARY, tally } from './outcomes.ts';
import type { Job } from './processes.ts';
import { depsOn } from './test-domain-deps.ts';
import { TESTER } from './tester.ts';

/** A process of its own on the database of a test. It does the jobs that it is sent and reports their results. */
const clock = new TestClock();
const database = openDatabase({
  url: process.argv[2]!,
  poolSize: 8,
  namedStatements: true,
  applicationName: 'loyaltyd tests, another process',
  logger: console,
  limits: NO_LIMITS,
  connectTimeoutMs: 0,
});
const deps = depsOn(database, clock);

async function run(job: Job): Promise<Record<string, number>> {
  clock.advance(job.now - clock.real());
  const program = (await deps.programs.all()).find((candidate) => candidate.id === job.program_id)!;
  const asked = { program, customer_merchant_id: job.merchant_id, channel: 'web' } as const;
  return tally(
    atOnce<unknown>(job.count, (index) => {
      const hooks = index % 2 ? ORDINARY : undefined;
      if (job.kind === 'sweep') return sweepOnce(deps);
      if (job.kind === 'count') return countFigures(deps);
      if (job.kind === 'rebuild') return rebuildFigures(deps, program.id);
      if (job.kind === 'publish')
        return publishDraftFile(deps, { program, id: job.id, revision: null, note: null, by: TESTER });
      if (job.kind === 'claim')
        return claimReward(deps, { ...asked, reward_id: job.id, country: 'US' }, hooks);
      return completeRule(deps, { ...asked, rule_id: job.id, kind: 'social_follow' }, hooks);
    }),
  );
}

const say = (answer: unknown) => process.stdout.write(`${JSON.stringify(answer)}\n`);
await deps.programs.all();
say('ready');
for await (const line of createInterface({ input: process.stdin })) say(await run(JSON.parse(line) as Job));
await database.close();
