import { beforeAll, expect, it } from 'vitest';
import { finishAdvances } from '../../src/domain/operations/advance-clock.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { resumeFollowUps } from '../../src/domain/operations/follow-up.ts';
import { remindOfExpiries } from '../../src/domain/operations/remind-of-expiries.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { tidyWebhooks } from '../../src/domain/webhooks/tidy-webhooks.ts';
import { eventPresenter } from '../../src/http/webhooks/present-event.ts';
import { Dispatcher } from '../../src/jobs/dispatcher.ts';
import { SentStatements } from '../support/sent.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain();
const PROGRAMS = 12;
let sent: SentStatements;

beforeAll(async () => {
  sent = new SentStatements(domain.database.pool);
});

it('sends as many statements in a database of many programs as in one of a single program', async () => {
  const dispatcher = new Dispatcher(domain.deps, eventPresenter(domain.deps.publicUrl));
  const jobs: Record<string, () => Promise<unknown>> = {
    sweep: () => sweepOnce(domain.deps),
    figures: () => countFigures(domain.deps),
    'changes of programs': () => resumeFollowUps(domain.deps, null),
    'test clocks': () => finishAdvances(domain.deps),
    webhooks: () => dispatcher.round(),
    reminders: () => remindOfExpiries(domain.deps),
    'old webhooks': () => tidyWebhooks(domain.deps),
  };
  const countAll = async () => {
    const counts: Record<string, number> = {};
    for (const [name, work] of Object.entries(jobs)) counts[name] = (await sent.during(work)).length;
    return counts;
  };
  await domain.begin();
  await domain.customer({ points: 100 });
  while (await dispatcher.round());
  await countAll();
  const ofOne = await countAll();
  for (let made = 1; made < PROGRAMS; made += 1) {
    await domain.begin();
    await domain.customer({ points: 100 });
  }
  while (await dispatcher.round());
  await countAll();
  expect(await countAll()).toEqual(ofOne);
  expect(ofOne.sweep).toBe(1);
});
