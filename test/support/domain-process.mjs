// A process of its own on the database of a test. It does the jobs that it is sent and reports their results. It is
// bundled first, which loads in a small part of the time that the sources take.
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { NO_LIMITS } from '../../src/db/limits.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { DomainError } from '../../src/domain/core/errors.ts';
import { claimReward } from '../../src/domain/operations/claim-reward.ts';
import { completeRule } from '../../src/domain/operations/complete-rule.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { rebuildFigures } from '../../src/domain/operations/rebuild-figures.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { workOnCodeImports } from '../../src/domain/operations/work-on-code-imports.ts';
import { ProgramCache } from '../../src/domain/programs/cache.ts';
import { publishDraftFile } from '../../src/program-file/program-drafts.ts';

const logger = { warn: console.error, error: console.error, info() {}, debug() {} };
const { db, hot, close } = openDatabase({
  url: process.argv[2],
  poolSize: 8,
  namedStatements: true,
  applicationName: 'loyaltyd tests, another process',
  logger,
  limits: NO_LIMITS,
  connectTimeoutMs: 0,
});
let moment = 0;
const deps = {
  db,
  hot,
  programs: new ProgramCache(db),
  clock: {
    now: ({ clock_offset_ms }) => moment + clock_offset_ms,
    real: () => moment,
    shared: async () => moment,
  },
  random: { bytes: randomBytes },
  logger,
  secret: Buffer.alloc(32, 7),
  formerSecrets: [],
};

/** Every other time on the ordinary path. */
const hooksOf = (index) => (index % 2 ? { begin: async () => {}, beforeCommit: async () => {} } : undefined);

function begin({ kind, id, merchant_id }, program, index) {
  const asked = { program, customer_merchant_id: merchant_id, channel: 'web' };
  if (kind === 'sweep') return sweepOnce(deps);
  if (kind === 'count') return countFigures(deps);
  if (kind === 'rebuild') return rebuildFigures(deps, program.id);
  if (kind === 'code_imports') return workOnCodeImports(deps);
  if (kind === 'publish') {
    const by = { kind: 'command', name: 'a process of a test' };
    return publishDraftFile(deps, { program, id, revision: null, note: null, by });
  }
  if (kind === 'claim') return claimReward(deps, { ...asked, reward_id: id, country: 'US' }, hooksOf(index));
  return completeRule(deps, { ...asked, rule_id: id, kind: 'social_follow' }, hooksOf(index));
}

/** How often each outcome occurred: 'done', or the code of a refusal. */
async function run(job) {
  moment = job.now;
  const program = (await deps.programs.all()).find(({ id }) => id === job.program_id);
  const outcomes = Array.from({ length: job.count }, (_, index) =>
    begin(job, program, index).then(
      () => 'done',
      (error) => {
        if (error instanceof DomainError) return error.code;
        throw error;
      },
    ),
  );
  const counts = {};
  for (const outcome of await Promise.all(outcomes)) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
await deps.programs.all();
say('ready');
for await (const line of createInterface({ input: process.stdin })) say(await run(JSON.parse(line)));
await close();
