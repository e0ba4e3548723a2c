import { describe, expect, it } from 'vitest';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { finishAdvances } from '../../src/domain/operations/advance-clock.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { resumeAllFollowUps } from '../../src/domain/operations/follow-up.ts';
import { subscribe } from '../../src/domain/operations/manage-webhooks.ts';
import { remindOfExpiries } from '../../src/domain/operations/remind-of-expiries.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { insertFollowUp } from '../../src/domain/programs/follow-up-store.ts';
import { eventPresenter } from '../../src/http/webhooks/present-event.ts';
import { Dispatcher } from '../../src/jobs/dispatcher.ts';
import { runHousekeeping } from '../../src/jobs/run-housekeeping.ts';
import { programSettings, ruleDefinition } from '../support/factories.ts';
import { manyCustomers } from '../support/many-customers.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();

/** A program in which every job has something to do. */
async function beginBusy(): Promise<number> {
  const { deps, clock } = domain;
  const settings = programSettings({ points_expiry: { mode: 'after_earning', duration_months: 1 } });
  const rules = [{ key: 'later', definition: ruleDefinition({ approval_period_seconds: 60 }) }];
  const { id } = await domain.begin({ test: true, settings, rules });
  for (const topic of ['customer.approaching_points_expiration', 'customer.enrolled'] as const)
    await subscribe(deps, {
      program_id: id,
      topic: `program_events/${topic}`,
      address: 'https://shop.example',
      by: TESTER,
    });
  await domain.customer({ points: 50 });
  await domain.complete('later');
  const followUp = { program_id: id, version: 1, recounted: [], facts_may_give_more: false };
  const times = { now: clock.real(), leased_until: clock.real() };
  await runInTransaction(deps, undefined, (tx) => insertFollowUp(tx, followUp, times));
  await domain.database.asOwner(`
    update programs set clock_target_ms = 1000 where id = ${id};
    update webhook_endpoints set paused_until = '9999-01-01', failing_since = now(), failures_in_row = 9 where program_id = ${id};
    insert into operator_spends values (${id}, 1, '2001-01-01', 1);
    insert into operator_request_files values (${id}, 1, 1, 'a.png', 'png', 'a');
    insert into order_reconstructions values (${id}, 0, 0)`);
  return id;
}

/** Rows of a program in a table are refused with this code, as long as the work takes. */
async function whileRefused(
  { table, on = 'update or delete' }: Pick<JobCase, 'table' | 'on'>,
  id: number,
  code: string,
  work: () => Promise<void>,
) {
  const column = table === 'programs' ? 'id' : 'program_id';
  await domain.database.asOwner(`
    create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'refused' using errcode = '${code}'; end $$;
    create trigger refuse_new before insert on ${table} for each row when (new.${column} = ${id}) execute function refuse();
    create trigger refuse_old before ${on} on ${table} for each row when (old.${column} = ${id}) execute function refuse();`);
  try {
    await work();
  } finally {
    await domain.database.asOwner('drop function refuse cascade');
  }
}

interface JobCase {
  /** Where it writes. */
  table: string;
  /** If only some of its writes are to be refused there. */
  on?: string;
  run(deps: Deps): Promise<unknown>;
  /** The rows of programs in which it has nothing more to do, or with `left` in which it has. */
  done?: string;
  left?: string;
  /** It logs what failed, and does not end with it. */
  logs?: true;
}

const JOBS: Record<string, JobCase> = {
  'turning test clocks': {
    table: 'programs',
    run: (deps) => finishAdvances(deps),
    left: '(select id as program_id from programs where clock_offset_ms < clock_target_ms) as turning',
  },
  reminders: { table: 'webhook_reminders', run: (deps) => remindOfExpiries(deps), done: 'webhook_reminders' },
  'figures of reports': {
    table: 'report_states',
    run: (deps) => countFigures(deps),
    done: 'report_states where counted_to > 0',
  },
  'changes of programs': {
    table: 'program_follow_ups',
    on: 'delete',
    run: (deps) => resumeAllFollowUps(deps),
    left: 'program_follow_ups',
  },
  'the sweep': {
    table: 'customers',
    run: (deps) => sweepOnce(deps),
    left: 'customers where points_pending > 0',
    logs: true,
  },
  webhooks: {
    table: 'webhook_deliveries',
    run: async (deps) => {
      const dispatcher = new Dispatcher(deps, eventPresenter(deps.publicUrl));
      await dispatcher.round();
      await dispatcher.stop();
    },
    left: 'webhook_events',
    logs: true,
  },
};

describe('a program that fails holds up no other, and says so, in', () => {
  // 57014: a statement took longer than it may. XX001, 58030: its data are damaged, or a block of them cannot be read.
  it.each(
    Object.keys(JOBS).flatMap((job) =>
      ['P0001', '57014', 'XX001', '58030'].map((code) => [job, code] as const),
    ),
  )('%s, with %s', async (job, code) => {
    const { run, done, left, logs, ...place } = JOBS[job]!;
    const failing = await beginBusy();
    const others = [await beginBusy()];
    domain.clock.advance(2 * 24 * 3_600_000);
    domain.logged.length = 0;
    await whileRefused(place, failing, code, async () => {
      const outcome = await run(domain.deps).then(
        () => 'done',
        () => 'failed',
      );
      expect(outcome).toBe(logs ? 'done' : 'failed');
      expect(domain.logged.length > 0).toBe(logs === true);
    });
    const { rows } = await domain.database.asOwner(`select distinct program_id from ${done ?? left}`);
    const found = new Set(rows.map(({ program_id }) => Number(program_id)));
    const isDone = (id: number) => found.has(id) === (done !== undefined);
    expect([failing, ...others].map(isDone)).toEqual([false, true]);
  });
});

it('figures of reports are counted to the end beside a program that fails', async () => {
  const failing = await beginBusy();
  const { id } = await domain.begin({ rules: [{ key: 'follow', definition: ruleDefinition() }] });
  await manyCustomers(domain, 5_001);
  await whileRefused({ table: 'report_states' }, failing, 'P0001', async () => {
    await expect(countFigures(domain.deps)).rejects.toThrow('refused');
  });
  const { rows } = await domain.database.asOwner(`
    select count(*)::int as behind from transactions t join report_states s on s.program_id = t.program_id
      where t.program_id = ${id} and t.id > s.counted_to`);
  expect(rows).toEqual([{ behind: 0 }]);
});

it('does the rest of housekeeping where a part of it fails', async () => {
  const id = await beginBusy();
  await whileRefused({ table: 'operator_spends' }, id, 'P0001', async () => {
    await expect(runHousekeeping(domain.deps)).rejects.toThrow('refused');
  });
  const { rows } = await domain.database.asOwner(
    `select from order_reconstructions where program_id = ${id}`,
  );
  expect(rows).toEqual([]);
});
