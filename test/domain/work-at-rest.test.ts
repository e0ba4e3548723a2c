import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { remindOfExpiries } from '../../src/domain/operations/remind-of-expiries.ts';
import { eventPresenter } from '../../src/http/webhooks/present-event.ts';
import { Dispatcher } from '../../src/jobs/dispatcher.ts';
import { type PeriodicWork, periodicWork } from '../../src/jobs/sweeper.ts';
import { SentStatements } from '../support/sent.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain();
let sent: SentStatements;
let work: PeriodicWork[];

beforeAll(() => {
  sent = new SentStatements(domain.database.pool);
  const dispatcher = new Dispatcher(domain.deps, eventPresenter(domain.deps.publicUrl));
  work = [
    ...periodicWork(5),
    { name: 'webhooks', every_seconds: 1, work: () => dispatcher.round() },
    // Oftener than a server, so that a minute has one.
    { name: 'reminders', every_seconds: 60, work: (deps) => remindOfExpiries(deps) },
  ];
});

/** Lets a server work for a minute. Returns how many statements each of its jobs sends. */
async function aMinute(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let second = 1; second <= 60; second += 1) {
    domain.clock.advance(1000);
    for (const { name, every_seconds, work: job } of work) {
      if (second % every_seconds > 0) continue;
      const statements = await sent.during(() => job(domain.deps));
      counts[name] = (counts[name] ?? 0) + statements.length;
    }
  }
  return counts;
}

/** Copies the program so often, with a customer in each copy. */
async function copyProgram(times: number): Promise<void> {
  const { id } = domain.program;
  await sql`
    with made as (
      insert into programs (key, name, currency, settings, test, configuration_version, created_at)
        select gen_random_uuid()::text, name, currency, settings, test, configuration_version, created_at
          from programs cross join generate_series(1, ${times}::int) where id = ${id}
        returning id
    ), entries as (
      insert into program_entries (program_id, kind, key, position, enabled, definition, created_at)
        select made.id, e.kind, e.key, e.position, e.enabled, e.definition, e.created_at
          from made cross join program_entries e where e.program_id = ${id}
        returning program_id, id, kind, created_at
    )
    insert into customers (program_id, merchant_id, merchant_key, site_id, referral_id, enrolled_at, last_entry_at, created_at, updated_at)
      select program_id, '1001', '1001', min(id), 'r', min(created_at), min(created_at), min(created_at), min(created_at)
        from entries where kind = 'site' group by program_id`.execute(domain.deps.db);
}

it('sends as many statements in a minute for 200 programs as for one', async () => {
  await domain.begin();
  await domain.customer({ points: 100 });
  await aMinute();
  const ofOne = await aMinute();
  expect(ofOne).toEqual({
    sweep: 12,
    program_changes: 12 * 3,
    imports: 30,
    code_imports: 30,
    figures: 30,
    test_clocks: 12,
    ledger_check: 12,
    housekeeping: expect.any(Number),
    webhooks: 60 * 2,
    reminders: 1,
  });
  for (const programs of [10, 200]) {
    const { n } = await domain.deps.db
      .selectFrom('programs')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    await copyProgram(programs - n);
    // New customers are counted for reports, and told of, before a server is at rest again.
    await aMinute();
    expect(await aMinute(), `with ${programs} programs`).toEqual(ofOne);
  }
});
