import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type MoveStep, moveProgram, undoMove } from '../../src/db/move/move-program.ts';
import { listProgramTables } from '../../src/db/move/program-table.ts';
import { requireSilence } from '../../src/db/move/requirements.ts';
import { type StatementEnded, statementEnded } from '../../src/db/signals.ts';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { findTask } from '../../src/domain/imports/task-store.ts';
import { listTransactions } from '../../src/domain/listings/transaction-store.ts';
import { exportTransactions } from '../../src/domain/listings/transactions-csv.ts';
import { finishAdvances } from '../../src/domain/operations/advance-clock.ts';
import { resumeAllFollowUps, resumeFollowUps } from '../../src/domain/operations/follow-up.ts';
import { inviteOperator } from '../../src/domain/operations/invite-operator.ts';
import { addNote } from '../../src/domain/operations/keep-notes.ts';
import { listApiKeys } from '../../src/domain/operations/manage-api-keys.ts';
import { subscribe } from '../../src/domain/operations/manage-webhooks.ts';
import { keepImportFile, orderImport } from '../../src/domain/operations/order-import.ts';
import { remindOfExpiries } from '../../src/domain/operations/remind-of-expiries.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { workOnImports } from '../../src/domain/operations/work-on-imports.ts';
import { findSignedIn } from '../../src/domain/operators/find-session.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { insertFollowUp } from '../../src/domain/programs/follow-up-store.ts';
import { KeyUsage } from '../../src/domain/programs/key-usage.ts';
import { insertRecentRequests } from '../../src/domain/programs/recent-request-store.ts';
import { describeFailure } from '../../src/http/errors.ts';
import { runHousekeeping } from '../../src/jobs/run-housekeeping.ts';
import { createKey, programSettings, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { asOwnerOf, isGoneFrom, moveAndKill, moveOf, rowsOfProgram, STEPS } from '../support/moves.ts';
import { plainOperator, sessionOf } from '../support/operators.ts';
import { atOnce, ORDINARY } from '../support/outcomes.ts';
import { fillProgram } from '../support/rows-read.ts';
import { runCommand } from '../support/run-command.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { wholeCustomer } from '../support/whole-customer.ts';

const here = testDomain();
const there = testDomain();

beforeAll(async () => {
  await there.database.asOwner(`alter sequence configuration_ids restart with ${2 ** 40 + 1}`);
  await there.begin({ key: 'theirs' });
});

const rules = [
  { key: 'now', definition: ruleDefinition() },
  { key: 'later', definition: ruleDefinition({ approval_period_seconds: 60 }) },
];

/** The sequences of ids, by name. */
async function sequencesOf(domain: typeof here): Promise<Record<string, number>> {
  const { rows } = await domain.database.asOwner(
    'select sequencename as name, coalesce(last_value, 0)::float8 as last from pg_sequences',
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** All transactions that a reader gets who asks for those after the last one, wherever the program is. */
async function pollBySinceId(
  programId: number,
  place: () => Promise<typeof here>,
  over: () => boolean,
): Promise<number[]> {
  const seen: number[] = [];
  for (let last = false; ; ) {
    const { deps } = await place();
    const filters = {
      customer_id: null,
      since_id: seen.at(-1) ?? 0,
      created_at_min: null,
      created_at_max: null,
    };
    const page = { order: 'oldest_first', from: null, limit: 5, offset: 0, filters } as const;
    const { rows } = await listTransactions(deps, programId, page);
    seen.push(...rows.map((row) => row.id));
    if (rows.length === 0 && last) return seen;
    last = rows.length === 0 && over();
  }
}

const isFulfilled = ({ status }: PromiseSettledResult<unknown>) => status === 'fulfilled';

/** The program as a server at its new place has it. */
async function arrived(key: string): Promise<Program> {
  return (await there.deps.programs.all()).find((program) => program.key === key)!;
}

describe('a program that is moved', () => {
  it('has every row of every table at the target, and none at the source, and leaves others alone', async () => {
    await there.database.asOwner(
      `insert into operators (email, name, created_at) values ('else@shop.example', 'Else', now()), ('BOB@shop.example', 'Bob', now())`,
    );
    await here.database.asOwner(
      `insert into operators (email, name, is_admin, password, created_at)
         values ('ada@shop.example', 'Ada', true, 'hash', now()), ('bob@shop.example', 'Bob', false, null, now())`,
    );
    await wholeCustomer(here);
    const { id, key } = here.program;
    const operators = await here.database.asOwner('select id from operators order by id');
    const [ada, bob] = operators.rows.map((row) => Number(row.id)) as [number, number];
    await here.database.asOwner(
      `insert into operator_roles (program_id, operator_id, role) values (${id}, ${ada}, 'owner'), (${id}, ${bob}, 'support')`,
    );
    const customer = (await here.deps.db.selectFrom('customers').select('id').executeTakeFirstOrThrow()).id;
    const by = { kind: 'operator', id: bob, name: 'Bob', request_id: null } as const;
    await addNote(here.deps, {
      program: here.program,
      customer_id: customer,
      text: 'by Bob',
      file: null,
      by: by as never,
    });
    const neighbour = await here.begin();
    const [before, others, sequences] = await Promise.all([
      rowsOfProgram(here.database, id),
      rowsOfProgram(here.database, neighbour.id),
      sequencesOf(here),
    ]);
    const theirs = await rowsOfProgram(there.database, there.program.id);

    const moved = await moveProgram(moveOf(key, here.database, there.database));

    const after = await rowsOfProgram(there.database, id);
    // Operators have other ids there.
    const named = ['operator_roles', 'operator_requests', 'customer_notes', 'audit_entries'];
    // Bob was known there, so his role stays behind, and the audit says so.
    const more: Record<string, number> = { operator_roles: -1, audit_entries: 1 };
    for (const table of named) {
      const count = (rows: string | undefined) => Number(rows?.split(' ')[0]);
      expect(count(after[table]), table).toBe(count(before[table]) + (more[table] ?? 0));
      delete after[table];
      delete before[table];
    }
    expect(after).toEqual(before);
    expect(await isGoneFrom(here.database, id)).toBe(true);
    expect(await rowsOfProgram(here.database, neighbour.id)).toEqual(others);
    expect(await rowsOfProgram(there.database, there.program.id)).toEqual(theirs);
    expect(moved.operators_made).toBe(1);
    const roles = await there.database.asOwner(
      `select o.email, o.is_admin, o.password, r.role from operator_roles r join operators o on o.id = r.operator_id
         where r.program_id = ${id} order by role`,
    );
    expect(roles.rows).toEqual([
      { email: 'ada@shop.example', is_admin: false, password: null, role: 'owner' },
    ]);
    expect(moved.roles_withheld).toEqual([{ email: 'BOB@shop.example', role: 'support' }]);
    const note = await there.database.asOwner(
      `select o.name from customer_notes n join operators o on o.id = n.operator_id where n.program_id = ${id} and n.text = 'by Bob'`,
    );
    expect(note.rows).toEqual([{ name: 'Bob' }]);

    const ahead = await sequencesOf(there);
    for (const { name } of (await there.database.asOwner('select sequencename as name from pg_sequences'))
      .rows)
      if (!/^(operator|backup|data|ledger|configuration|recent|import)/.test(name))
        expect(ahead[name], name).toBeGreaterThanOrEqual(sequences[name]!);
    expect(ahead.configuration_ids).toBeGreaterThan(2 ** 40);
  });

  it('has the roles and the spends of its operators as they are in the end, and their ids everywhere', async () => {
    await here.begin();
    const { key, id } = here.program;
    const emails = ['gone', 'stays', 'comes'].map((name) => `${name}@team.example`);
    const { rows } = await here.database.asOwner(
      `insert into operators (email, name, created_at) values ${emails.map((email) => `('${email}', 'T', now())`).join(', ')} returning id::float8 as id`,
    );
    const [gone, stays, comes] = rows.map((row) => row.id) as [number, number, number];
    await there.database.asOwner(
      `insert into operators (email, name, created_at) values ('x@team.example', 'X', now()), ('y@team.example', 'Y', now()), ('z@team.example', 'Z', now()), ('STAYS@team.example', 'S', now())`,
    );
    await here.database.asOwner(
      `insert into operator_roles (program_id, operator_id, role) values (${id}, ${gone}, 'owner'), (${id}, ${stays}, 'support');
       insert into operator_spends values (${id}, ${stays}, '2026-01-01', 5);
       insert into audit_entries (program_id, actor_kind, actor_name, action, subject_kind, subject_id, details, created_at)
         values (${id}, 'command', 'c', 'operator.revoked', 'operator', '${stays}', '{}', now()),
           (${id}, 'command', 'c', 'import.started', 'import', '1', '{"approved_by": ${stays}}', now());
       insert into import_tasks (program_id, kind, file_id, operator_id, request_id, created_at, approved_by)
         values (${id}, 'check', 1, ${comes}, 'r', now(), ${stays})`,
    );
    const moved = await moveProgram(
      moveOf(key, here.database, there.database, {
        onStep: async (step) => {
          if (step !== 'copied') return;
          await here.database.asOwner(
            `delete from operator_roles where program_id = ${id} and operator_id = ${gone};
             update operator_roles set role = 'manager' where program_id = ${id} and operator_id = ${stays};
             insert into operator_roles (program_id, operator_id, role) values (${id}, ${comes}, 'analyst');
             update operator_spends set points = 9 where program_id = ${id}`,
          );
        },
      }),
    );
    expect(moved.roles_withheld).toEqual([{ email: 'STAYS@team.example', role: 'manager' }]);
    const named = (sql: string) => there.database.asOwner(sql).then((found) => found.rows);
    expect(
      await named(
        `select email, role, points::int from operators o
           left join operator_roles r on o.id = r.operator_id and r.program_id = ${id}
           left join operator_spends s on s.operator_id = o.id and s.program_id = ${id}
           where coalesce(r.program_id, s.program_id) = ${id} order by role`,
      ),
    ).toEqual([
      { email: 'comes@team.example', role: 'analyst', points: null },
      { email: 'STAYS@team.example', role: null, points: 9 },
    ]);
    expect(
      await named(
        `select o.email, count(*)::int from operators o join (
             select subject_id::bigint as id from audit_entries where program_id = ${id} and subject_kind = 'operator'
             union all select (details ->> 'approved_by')::bigint from audit_entries where program_id = ${id} and details ? 'approved_by'
             union all select approved_by from import_tasks where program_id = ${id}) n using (id) group by 1`,
      ),
    ).toEqual([{ email: 'STAYS@team.example', count: 4 }]);
  });

  it('gives no role to somebody who joined at the target by the same email, and the audit keeps the role', async () => {
    await here.begin();
    const { key, id } = here.program;
    const email = `owner-${id}@acme.example`;
    await plainOperator(here.deps, { program_id: id, role: 'owner' }, email);
    const squatter = await plainOperator(
      there.deps,
      { program_id: there.program.id, role: 'support' },
      email.toUpperCase(),
    );
    const { token } = await sessionOf(there.deps, squatter);
    const moved = await moveProgram(moveOf(key, here.database, there.database));
    expect(moved.roles_withheld).toEqual([{ email: squatter.email, role: 'owner' }]);
    const rolesOf = async () => (await findSignedIn(there.deps, token))!.roles;
    expect(await rolesOf()).toEqual({ [there.program.id]: 'support' });
    const { rows } = await there.database.asOwner(
      `select actor_kind, actor_name, action, subject_id::float8 as id, details from audit_entries
         where program_id = ${id} order by audit_entries.id desc limit 1`,
    );
    expect(rows).toEqual([
      {
        actor_kind: 'command',
        actor_name: 'program move',
        action: 'operator.revoked',
        id: squatter.id,
        details: { role: 'owner' },
      },
    ]);
    // An admin gives it, who knows the person.
    const grant = { program_id: id, role: 'owner' } as const;
    await inviteOperator(there.deps, { email, grant, by: TESTER, whole_server: true });
    const { token: anew } = await sessionOf(there.deps, squatter);
    expect((await findSignedIn(there.deps, anew))!.roles[id]).toBe('owner');
  });

  it('leaves their roles to those who were known there if the mover vouches for them, and the audit says so', async () => {
    await here.begin();
    const { key, id } = here.program;
    const email = `owner-${id}@agency.example`;
    await plainOperator(here.deps, { program_id: id, role: 'manager' }, email);
    await plainOperator(here.deps, { program_id: id, role: 'analyst' }, `new-${id}@agency.example`);
    const same = await plainOperator(there.deps, { program_id: there.program.id, role: 'support' }, email);
    const { token } = await sessionOf(there.deps, same);
    const moved = await moveProgram(moveOf(key, here.database, there.database, { keepRoles: true }));
    expect(moved).toMatchObject({
      roles_kept: [{ email, role: 'manager' }],
      roles_withheld: [],
      operators_made: 1,
    });
    expect((await findSignedIn(there.deps, token))!.roles).toEqual({
      [there.program.id]: 'support',
      [id]: 'manager',
    });
    const { rows } = await there.database.asOwner(
      `select actor_name, action, subject_id::float8 as id, details from audit_entries
         where program_id = ${id} and actor_name = 'program move'`,
    );
    expect(rows).toEqual([
      { actor_name: 'program move', action: 'operator.invited', id: same.id, details: { role: 'manager' } },
    ]);
  });

  it('is written to meanwhile at one place or the other, and loses and doubles nothing', async () => {
    const few = ruleDefinition({ limit: { count: 40, interval: null } });
    const scarce = rewardDefinition({ cost: { kind: 'fixed', points: 10 }, stock: 25 });
    await here.begin({
      rules: [...rules, { key: 'few', definition: few }],
      rewards: [{ key: 'scarce', definition: scarce }],
    });
    const { key, id } = here.program;
    const customers = [];
    for (let n = 0; n < 4; n += 1) customers.push(await here.customer({ merchant_id: `m-${n}` }));
    const stormed = await here.customer({ merchant_id: 'stormed', points: 1000 });
    /** All at once one customer meets one limit and one stock. Returns what was given. */
    const storm = async (domain: typeof here) => {
      const by = (index: number) => ({ customer: 'stormed', hooks: index % 2 ? ORDINARY : undefined });
      const given = await Promise.all(
        [
          atOnce(16, (index) => domain.complete('few', by(index))),
          atOnce(12, (index) => domain.claim('scarce', {}, by(index))),
        ].map(async (calls) => (await Promise.allSettled(calls)).filter(isFulfilled).length),
      );
      return given as [number, number];
    };
    const storms: ReturnType<typeof storm>[] = [];
    let over = false;
    let acknowledged = 0;
    let refused = 0;
    const places: number[] = [];
    const write = async (merchantId: string) => {
      let domain = here;
      while (!over) {
        try {
          await domain.complete('now', { customer: merchantId });
          acknowledged += 1;
          places.push(domain === here ? 0 : 1);
        } catch (error) {
          const program = await arrived(key);
          const { status, headers } = describeFailure(error);
          // A program that is at the target may be gone from the source.
          if (!program) expect([status, headers['retry-after']]).toEqual([503, '1']);
          if (domain === here) refused += 1;
          if (program) {
            there.program = program;
            domain = there;
          }
        }
      }
    };
    const writers = customers.map(({ merchant_id }) => write(merchant_id));
    const reading = pollBySinceId(
      id,
      async () => ((await arrived(key)) ? there : here),
      () => over,
    );
    const reachable = async (more: number) => {
      const goal = acknowledged + more;
      while (acknowledged < goal) await new Promise((resolve) => setImmediate(resolve));
    };
    await reachable(20);
    let highest = 0;
    const moved = await moveProgram(
      moveOf(key, here.database, there.database, {
        onStep: async (step) => {
          if (step === 'watched' || step === 'copied' || step === 'caught_up') await reachable(10);
          if (step === 'copied') storms.push(Promise.resolve(await storm(here)));
          // It is under way while the program is being stopped.
          if (step === 'caught_up') storms.push(storm(here));
          if (step === 'proven') {
            const { rows } = await here.database.asOwner(
              `select max(id)::float8 as id from transactions where program_id = ${id}`,
            );
            highest = rows[0].id;
          }
        },
      }),
    );
    await reachable(20);
    for (let round = 1; round <= 4; round += 1) storms.push(storm(there));
    const given = await Promise.all(storms);
    over = true;
    await Promise.all(writers);
    expect(given[0]).toEqual([16, 12]);
    const [completions, claims] = [0, 1].map((kind) => given.reduce((sum, one) => sum + one[kind]!, 0));
    expect([completions, claims]).toEqual([40, 25]);
    expect(await there.row(stormed.id)).toMatchObject({
      points_approved: 1000 + 40 * 50 - 25 * 10,
      points_spent: 25 * 10,
    });
    expect(await there.stock()).toEqual({ '': 0 });
    const { rows: all } = await there.database.asOwner(
      `select id::float8 as id from transactions where program_id = ${id} order by id`,
    );
    expect(await reading).toEqual(all.map((row) => row.id));
    expect(moved.changed).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(0);
    expect(places.lastIndexOf(0)).toBeLessThan(places.lastIndexOf(1));
    const { rows } = await there.database.asOwner(
      `select count(*)::int as count, count(*) filter (where id > ${highest})::int as later from transactions where program_id = ${id}`,
    );
    // The customer of the storms was given points by hand before.
    expect(rows[0].count).toBe(acknowledged + 1 + 40 + 25);
    const stormedThere = given.slice(2).reduce((sum, [earned, spent]) => sum + earned + spent, 0);
    expect(rows[0].later).toBe(places.filter((place) => place === 1).length + stormedThere);
    expect(await isGoneFrom(here.database, id)).toBe(true);
  });

  it.each(STEPS)(
    'is at one place when the process is killed after it was %s, and there after the next run',
    async (step) => {
      await here.begin({ rules });
      const { key, id } = here.program;
      await here.customer();
      await here.complete('now');
      const isThere = STEPS.indexOf(step) >= STEPS.indexOf('arrived');
      const isStopped = STEPS.indexOf(step) >= STEPS.indexOf('stopped');
      let written = 1;
      const tryHere = async () => {
        const outcome = await here.complete('now').then(
          () => 'taken',
          (error: unknown) => (describeFailure(error).status === 503 ? 'refused' : 'gone'),
        );
        if (outcome === 'taken') written += 1;
        return outcome;
      };
      await moveAndKill(key, here.database, there.database, step, async () => {
        expect(await tryHere()).toBe(step === 'dropped' ? 'gone' : isStopped ? 'refused' : 'taken');
        expect((await arrived(key)) !== undefined).toBe(isThere);
      });
      expect(await tryHere()).toBe(step === 'dropped' ? 'gone' : isStopped ? 'refused' : 'taken');
      await moveProgram(moveOf(key, here.database, there.database));
      expect(await isGoneFrom(here.database, id)).toBe(true);
      there.program = await arrived(key);
      await there.complete('now');
      expect(await there.rows('transactions')).toHaveLength(written + 1);
    },
  );
});

/** Rows that are tidied up, one of each kind, as they come to be in years and by processes that end abruptly. */
async function leaveOutdatedRows(id: number): Promise<void> {
  const at = "'2001-01-01Z'";
  await here.database.asOwner(`
    insert into webview_sessions (program_id, token_hash, site_id, channel, language, currency, created_at, expires_at)
      values (${id}, sha256('session of ${id}'), 1, 'app', 'en', 'USD', ${at}, ${at});
    insert into idempotency_records (program_id, key_hash, fingerprint, status, body, created_at, expires_at)
      values (${id}, '', '', 200, '', ${at}, ${at});
    insert into oauth_tokens (program_id, app_id, kind, token_hash, scopes, created_at, expires_at)
      values (${id}, 1, 'access', sha256('token of ${id}'), '{}', ${at}, ${at});
    insert into oauth_tokens (program_id, app_id, grant_id, kind, token_hash, scopes, created_at, expires_at, used_at, answer)
      values (${id}, 1, 1, 'refresh', sha256('refresh token of ${id}'), '{}', ${at}, '9999-01-01', ${at}, '');
    insert into oauth_grants (program_id, app_id, key_id, scopes, code_hash, code_challenge, redirect_uri, code_expires_at, created_at, expires_at)
      values (${id}, 1, 1, '{}', sha256('code of ${id}'), '', '', ${at}, ${at}, ${at});
    insert into operator_spends values (${id}, 1, '2001-01-01', 1);
    insert into operator_request_files values (${id}, 1, 1, 'a.png', 'png', 'a');
    insert into import_files (program_id, name, hash, layout, created_at) values (${id}, 'a.csv', '', '{}', ${at});
    insert into import_tasks (program_id, kind, operator_id, request_id, state, created_at, finished_at)
      values (${id}, 'revert', 1, 'r', 'done', ${at}, ${at});
    insert into import_tasks (program_id, kind, operator_id, request_id, takes_two, created_at)
      values (${id}, 'revert', 1, 'r', true, ${at});
    insert into code_imports (program_id, reward_id, kind, lines, operator_id, request_id, state, of_all, created_at, finished_at)
      values (${id}, 1, 'run', '', 1, 'r', 'done', 0, ${at}, ${at});
    insert into webhook_events (program_id, customer_id, kind, created_at) values (${id}, 1, 'enrolled', ${at});
    insert into webhook_endpoints (program_id, address, secret, created_at) values (${id}, 'https://h.example', '', ${at});
    insert into webhook_endpoints (program_id, address, secret, listens_until, created_at)
      values (${id}, 'https://l.example', '', ${at}, ${at});
    insert into webhook_deliveries (program_id, endpoint_id, webhook_id, message_id, topic, body, state, created_at, finished_at)
      select ${id}, id, 1, 'ended', '', '', 'delivered', ${at}::timestamptz, ${at}::timestamptz from webhook_endpoints
          where program_id = ${id} and listens_until is null
        union all select ${id}, id, 1, 'forgotten', '', '', 'pending', ${at}, null from webhook_endpoints
          where program_id = ${id} and listens_until is null
        union all select ${id}, 0, 1, 'of no endpoint', '', '', 'pending', ${at}, null;
    insert into order_reconstructions values (${id}, 0, 0)`);
}

/** How many rows of each kind there are. */
async function outdatedRows(id: number): Promise<Record<string, number>> {
  const kinds = [
    ...[
      'webview_sessions',
      'idempotency_records',
      'oauth_grants',
      'operator_spends',
      'operator_request_files',
    ],
    ...['code_imports', 'webhook_events', 'order_reconstructions', "import_files where name = 'a.csv'"],
    "import_tasks where request_id = 'r' and finished_at < '2002-01-01'",
    "import_tasks where request_id = 'r' and state = 'waiting'",
    "oauth_tokens where kind = 'access'",
    'oauth_tokens where answer is not null',
    'webhook_endpoints where listens_until is not null',
    "webhook_deliveries where message_id = 'ended'",
    "webhook_deliveries where message_id = 'forgotten' and next_attempt_at is null",
    "webhook_deliveries where state = 'pending' and endpoint_id = 0",
  ];
  const counts = kinds.map((kind) => {
    const rows = kind.includes(' where ') ? `${kind} and` : `${kind} where`;
    return `(select count(*)::int from ${rows} program_id = ${id}) as "${kind}"`;
  });
  return (await here.database.asOwner(`select ${counts.join(', ')}`)).rows[0] as Record<string, number>;
}

/** The same kinds once they were tidied up. */
function tidied(kinds: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0]));
}

describe('a move that was begun', () => {
  it('can be undone where it was killed, until the program has arrived', async () => {
    await here.begin({ rules });
    const { key, id } = here.program;
    await here.customer();
    await moveAndKill(key, here.database, there.database, 'stopped');
    const refusal = await here.complete('now').catch(describeFailure);
    expect(refusal).toMatchObject({
      status: 503,
      message: expect.stringContaining('is being moved to another schema'),
    });
    const doctor = await runCommand(['doctor', '--json'], {
      DATABASE_URL: here.database.serverUrl,
      DATABASE_OWNER_URL: here.database.ownerUrl,
    });
    expect(doctor.stdout).toContain(`The move of ${key} to there was broken off.`);
    expect(await undoMove(moveOf(key, here.database, there.database))).toBe(true);
    await here.complete('now');
    expect(await undoMove(moveOf(key, here.database, there.database))).toBe(false);
    expect(await isGoneFrom(there.database, id)).toBe(true);
    await moveAndKill(key, here.database, there.database, 'arrived');
    await expect(undoMove(moveOf(key, here.database, there.database))).rejects.toThrow('run the move again');
    await moveProgram(moveOf(key, here.database, there.database));
  });

  it('deletes nothing at a source that may have taken writes after the program had arrived', async () => {
    await here.begin({ rules });
    const { key, id } = here.program;
    await here.customer();
    await moveAndKill(key, here.database, there.database, 'arrived');
    // As a standby has it that took over without the last commits.
    await here.database.asOwner("update program_move set stage = 'copying'");
    await here.complete('now');
    const refused = 'may have taken writes since';
    await expect(moveProgram(moveOf(key, here.database, there.database))).rejects.toThrow(refused);
    await here.database.asOwner("update program_move set stage = 'stopped'");
    await expect(moveProgram(moveOf(key, here.database, there.database))).rejects.toThrow(refused);
    expect(await here.rows('transactions')).toHaveLength(1);
    expect((await rowsOfProgram(there.database, id)).programs).not.toBe('0 ');
    await here.database.asOwner('delete from program_move_rows');
    await moveProgram(moveOf(key, here.database, there.database));
  });

  it('tells of the sites that came while it was copied', async () => {
    const { key, id } = await here.begin();
    const told: number[][] = [];
    await moveProgram(
      moveOf(key, here.database, there.database, {
        onStep: async (step) => {
          if (step === 'copied')
            await here.database.asOwner(
              `insert into program_entries select (jsonb_populate_record(e, '{"id": 987654, "key": "more"}')).*
                 from program_entries e where program_id = ${id} and kind = 'site' limit 1`,
            );
        },
        tell: async ({ site_ids }) => void told.push(site_ids),
      }),
    );
    expect(told).toEqual([expect.arrayContaining([987_654])]);
  });

  it('comes back to where a server noted something of it after it had left', async () => {
    await here.begin({ rules });
    const { key, id } = here.program;
    await createKey(here.deps, key);
    const [made] = await listApiKeys(here.deps, key);
    const late = async () => {
      await insertRecentRequests(here.deps.db, [
        {
          program_id: id,
          caller_kind: 'key',
          caller_id: made!.id,
          at: here.clock.real(),
          method: 'GET',
          route: '/v2/whoami',
          status: 200,
          ms: 1,
          request_id: 'late',
          aborted: false,
        },
      ]);
      await here.database.asOwner(
        `insert into rate_windows (program_id, name, accepted) values (${id}, 'late', '{}')`,
      );
    };
    await here.database.asOwner(
      `insert into rate_windows (program_id, name, accepted) values (${id}, 'late', '{}')`,
    );
    await moveProgram(moveOf(key, here.database, there.database));
    await late();
    await moveProgram(moveOf(key, there.database, here.database));
    expect(await isGoneFrom(there.database, id)).toBe(true);
    expect((await rowsOfProgram(here.database, id)).rate_windows).toMatch(/^1 /);
  });

  it('is finished once a backup that reads the tables has ended, and lets others write meanwhile', async () => {
    await here.begin({ rules });
    const { key, id } = here.program;
    await here.customer();
    await here.complete('now');
    let ended = false;
    await asOwnerOf(here.database, async (backup) => {
      await backup.query('begin; lock table customers in access share mode');
      let isDropped = () => {};
      const dropped = new Promise<void>((resolve) => {
        isDropped = resolve;
      });
      const moving = moveProgram(
        moveOf(key, here.database, there.database, {
          onStep: (step) => {
            if (step === 'dropped') isDropped();
          },
        }),
      ).finally(() => {
        ended = true;
      });
      await dropped;
      await here.begin({ rules });
      const { id: neighbour } = await here.customer();
      await asOwnerOf(here.database, async (writer) => {
        // Whoever waited for longer would fail.
        await writer.query("set lock_timeout = '1s'");
        let waits = 0;
        for (let waited = false; waits < 2; ) {
          await writer.query('update customers set email = email where id = $1', [neighbour]);
          const { rows } = await backup.query<{ waits: boolean }>(
            "select exists (select from pg_locks where not granted and mode = 'AccessExclusiveLock') as waits",
          );
          if (rows[0]!.waits && !waited) waits += 1;
          waited = rows[0]!.waits;
        }
      });
      expect(ended).toBe(false);
      await backup.query('commit');
      await moving;
    });
    expect(await isGoneFrom(here.database, id)).toBe(true);
  });

  it('breaks off a csv that has not ended when its rows are dropped, since nobody knows whether it is whole', async () => {
    await here.begin({ rules });
    const { key, id } = here.program;
    await here.customer();
    await here.complete('now');
    const filters = { customer_id: null, since_id: 0, created_at_min: null, created_at_max: null };
    const all = { order: 'oldest_first', from: null, limit: 100, offset: 0, filters } as const;
    const read = async (domain: typeof here, meanwhile = async () => {}) => {
      const csv = await exportTransactions(domain.deps, id, all);
      await meanwhile();
      let text = '';
      for await (const chunk of csv) text += chunk;
      return text.trimEnd().split('\n').length;
    };
    const move = async () => void (await moveProgram(moveOf(key, here.database, there.database)));
    await expect(read(here, move)).rejects.toThrow('The program has moved to another schema.');
    expect(await read(there)).toBe(1);
  });

  it('lets a slow reader have a csv to its end that was read before the program moved', async () => {
    await here.begin({ rules });
    const { key, id } = here.program;
    await here.customer();
    await here.complete('now');
    const filters = { customer_id: null, since_id: 0, created_at_min: null, created_at_max: null };
    const all = { order: 'oldest_first', from: null, limit: 100, offset: 0, filters } as const;
    const csv = await exportTransactions(here.deps, id, all);
    const read = new Promise<void>((resolve) => {
      statementEnded.subscribe((message) => {
        if (/configuration_version/.test((message as StatementEnded).text)) resolve();
      });
    });
    const { value: row } = await csv.next();
    await read;
    await moveProgram(moveOf(key, here.database, there.database));
    expect([String(row).trimEnd().split('\n').length, (await csv.next()).done]).toEqual([1, true]);
  });

  it('leaves the program where it is when a proof fails, and takes its writes again', async () => {
    await here.begin({ rules });
    const { key, id } = here.program;
    await here.customer();
    const refusing = moveOf(key, here.database, there.database, {
      onStep: (step) => {
        if (step === 'proven') throw new Error('no proof');
      },
    });
    await expect(moveProgram(refusing)).rejects.toThrow('no proof');
    await here.complete('now');
    expect(await isGoneFrom(there.database, id)).toBe(true);
  });

  it('keeps a second one of the same schema out, and one to another place', async () => {
    await here.begin({ rules });
    const { key } = here.program;
    await here.customer();
    await moveAndKill(key, here.database, there.database, 'copied');
    const elsewhere = moveOf(key, here.database, there.database);
    elsewhere.target.name = 'elsewhere';
    await expect(moveProgram(elsewhere)).rejects.toThrow('was begun and not ended');
    expect(await undoMove(moveOf(key, here.database, there.database))).toBe(true);
  });

  it('does not hold up what is due in other programs, while it takes no writes', async () => {
    await here.begin({ rules });
    const { key } = here.program;
    await here.customer();
    await here.complete('later');
    await moveAndKill(key, here.database, there.database, 'stopped');
    const neighbour = await here.begin({ rules });
    const { id } = await here.customer();
    await here.complete('later');
    here.clock.advance(3_600_000);
    await sweepOnce(here.deps);
    expect(neighbour.id).toBe(here.program.id);
    expect(await here.row(id)).toMatchObject({ points_pending: 0 });
    expect(await undoMove(moveOf(key, here.database, there.database))).toBe(true);
  });

  it('holds up no import, no last use of a key and no housekeeping of others, while it takes no writes', async () => {
    const { deps, clock } = here;
    const orderTrial = async (program: Program) => {
      const bytes = Buffer.from('merchant_id\nann\n');
      const file_id = await keepImportFile(deps, { program, name: 'members.csv', bytes });
      const choices = {
        preset: '',
        columns: { merchant_id: 'merchant_id' },
        dates: null,
        site: program.sites[0]!.key,
      };
      const { id } = await plainOperator(deps, 'admin');
      const by = { kind: 'operator', id, request_id: 'a-request' } as const;
      await orderImport(deps, { program, file_id, work: { kind: 'check', choices }, by });
      return async () => (await findTask(deps.db, program.id, { file_id }))!.state;
    };
    const usage = new KeyUsage(deps.db);
    const use = async (program: Program) => {
      await createKey(deps, program.key);
      const [{ id } = { id: 0 }] = await listApiKeys(deps, program.key);
      usage.note('key', { program_id: program.id, id, at: clock.real() });
      return async () => (await listApiKeys(deps, program.key))[0]!.last_used_at;
    };
    const moving = await here.begin({ rules });
    await leaveOutdatedRows(moving.id);
    const outdated = await outdatedRows(moving.id);
    const [itsState, itsUse] = [await orderTrial(moving), await use(moving)];
    await moveAndKill(moving.key, here.database, there.database, 'stopped');
    const other = await here.begin({ rules });
    await leaveOutdatedRows(other.id);
    expect(await outdatedRows(other.id)).toEqual(outdated);
    const [state, lastUse] = [await orderTrial(other), await use(other)];
    const request = { method: 'GET', route: '/v2/customers', status: 200, ms: 1, aborted: false };
    await insertRecentRequests(deps.db, [
      {
        ...{ ...request, request_id: 'r', program_id: other.id, at: clock.real() },
        ...{ caller_kind: 'key', caller_id: 1 },
      },
    ]);
    await workOnImports(deps);
    expect([await itsState(), await state()]).toEqual(['waiting', 'done']);
    await usage.write();
    expect([await itsUse(), await lastUse()]).toEqual([null, clock.real()]);
    clock.advance(3 * 24 * 3_600_000);
    await runHousekeeping(deps);
    expect(await deps.db.selectFrom('recent_requests').select('id').execute()).toEqual([]);
    expect(await outdatedRows(moving.id)).toEqual(outdated);
    expect(await outdatedRows(other.id)).toEqual(tidied(outdated));
    // The work that was held up is done once the program takes writes again.
    expect(await undoMove(moveOf(moving.key, here.database, there.database))).toBe(true);
    await workOnImports(deps);
    expect(await itsState()).toBe('done');
    await usage.write();
    expect(await itsUse()).not.toBeNull();
    await runHousekeeping(deps);
    expect(await outdatedRows(moving.id)).toEqual(tidied(outdated));
  });

  it('holds up no reminder, no change and no test clock of others, while it takes no writes', async () => {
    const { deps } = here;
    const settings = programSettings({ points_expiry: { mode: 'after_earning', duration_months: 1 } });
    /** A program with points near their end, a change that has reached nobody yet, and a clock that is being turned. */
    const beginBusy = async (): Promise<Program> => {
      const program = await here.begin({ test: true, settings });
      await here.customer({ points: 50 });
      const topic = 'program_events/customer.approaching_points_expiration';
      await subscribe(deps, { program_id: program.id, topic, address: 'https://shop.example', by: TESTER });
      const followUp = { program_id: program.id, version: 1, recounted: [], facts_may_give_more: false };
      const times = { now: here.clock.real(), leased_until: here.clock.real() };
      await runInTransaction(deps, undefined, (tx) => insertFollowUp(tx, followUp, times));
      await here.database.asOwner(`update programs set clock_target_ms = 1000 where id = ${program.id}`);
      return program;
    };
    const moving = await beginBusy();
    await moveAndKill(moving.key, here.database, there.database, 'stopped');
    const other = await beginBusy();
    const both = [moving.id, other.id];
    const work = async () => {
      await remindOfExpiries(deps);
      await resumeAllFollowUps(deps);
      await finishAdvances(deps);
    };
    /** The programs in which each was done. */
    const done = async () => {
      const list = async (rows: string) => {
        const found = await here.database.asOwner(`select program_id from ${rows} order by 1`);
        return found.rows.map(({ program_id }) => Number(program_id)).filter((id) => both.includes(id));
      };
      const waiting = await list('program_follow_ups');
      return {
        reminded: await list('webhook_reminders'),
        changed: both.filter((id) => !waiting.includes(id)),
        turned: await list(
          '(select id as program_id from programs where clock_offset_ms = clock_target_ms) as turned',
        ),
      };
    };
    here.clock.advance(3 * 24 * 3_600_000);
    await work();
    expect(await done()).toEqual({ reminded: [other.id], changed: [other.id], turned: [other.id] });
    // Whoever asks for its change alone is told.
    const refusal = await resumeFollowUps(deps, moving.id).catch(describeFailure);
    expect(refusal).toMatchObject({ status: 503 });
    expect(await undoMove(moveOf(moving.key, here.database, there.database))).toBe(true);
    await work();
    expect(await done()).toEqual({ reminded: both, changed: both, turned: both });
  });

  it('is refused where the target has the program, or the role may not write without triggers', async () => {
    await here.begin({ rules });
    const { key } = here.program;
    await there.begin({ key });
    await expect(moveProgram(moveOf(key, here.database, there.database))).rejects.toThrow(
      'another program with the same id or key',
    );
    const server = await here.database.pool.connect();
    await expect(requireSilence(server)).rejects.toThrow(
      /grant set on parameter session_replication_role to \S+/,
    );
    server.release();
  });

  it('knows how the rows of every table move, and refuses one that nobody has thought of', async () => {
    const tables = await asOwnerOf(here.database, listProgramTables);
    expect(tables.length).toBeGreaterThan(50);
    await here.database.asOwner('create table thoughts (id bigint primary key)');
    await expect(asOwnerOf(here.database, listProgramTables)).rejects.toThrow(
      'The table thoughts has no program',
    );
    await here.database.asOwner('drop table thoughts');
  });
});

/** Columns of a delivery that waits for an hour, of each customer of a program. */
const waitingDeliveries = (programId: number) =>
  `insert into webhook_deliveries (program_id, endpoint_id, webhook_id, customer_id, message_id, topic, body, state, attempts, next_attempt_at, created_at)
     select program_id, 1, 1, id, 'm' || id, 'customer_updated', '{}', 'pending', 0, now() + interval '1 hour', now()
       from customers where program_id = ${programId};
   analyze webhook_deliveries`;

/** Counts the rows that the connections of a move read while the program takes no writes. */
class RowsOfPause {
  private clients: { source?: pg.Client; target?: pg.Client } = {};
  private source = 0;
  private target = 0;
  private isPaused = false;
  private readonly spy;

  constructor() {
    const { query } = pg.Client.prototype;
    const note = (client: pg.Client, text: unknown) => this.note(client, text);
    this.spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args) {
      const go = () => (query as (...all: unknown[]) => Promise<unknown>).apply(this, args);
      const noted = note(this, (args as unknown[])[0]);
      return (noted ? noted(go) : go()) as never;
    });
  }

  async onStep(step: MoveStep): Promise<void> {
    if (step === 'stopped') {
      this.target = await readBy(this.clients.target!);
      this.isPaused = true;
    }
    if (step !== 'proven') return;
    this.isPaused = false;
    this.target = (await readBy(this.clients.target!)) - this.target;
  }

  end(): { source: number; target: number } {
    this.spy.mockRestore();
    return { source: this.source, target: this.target };
  }

  /** The source reads in transactions of its own, the target in one from the beginning to the end. */
  private note(client: pg.Client, text: unknown) {
    if (text === 'set local session_replication_role = replica') this.clients.target = client;
    if (text === 'begin isolation level repeatable read') this.clients.source = client;
    if (!this.isPaused || client !== this.clients.source) return undefined;
    if (text === 'commit')
      return async (go: () => Promise<unknown>) => {
        this.source += await readBy(client);
        return go();
      };
    return text === 'begin isolation level repeatable read'
      ? async (go: () => Promise<unknown>) => {
          const begun = await go();
          this.source -= await readBy(client);
          return begun;
        }
      : undefined;
  }
}

/** Rows that the connection's transaction has read so far. */
async function readBy(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    'select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows from pg_stat_xact_user_tables',
  );
  return rows[0]!.rows;
}

describe('the pause of a move', () => {
  it('reads no more rows of a large program than of a small one', async () => {
    const read: ReturnType<RowsOfPause['end']>[] = [];
    for (const customers of [2_000, 6_000]) {
      const { id, key } = await here.begin({ rules });
      await here.customer();
      await fillProgram(here.database, id, customers);
      await here.database.asOwner(waitingDeliveries(id));
      const pause = new RowsOfPause();
      const moved = await moveProgram(
        moveOf(key, here.database, there.database, {
          // What fills the program is no ledger.
          prove: async () => {},
          onStep: async (step) => {
            if (step === 'caught_up') for (let n = 0; n < 3; n += 1) await here.complete('now');
            await pause.onStep(step);
          },
        }),
      ).finally(() => read.push(pause.end()));
      expect(moved.changed).toBeGreaterThan(3);
    }
    for (const end of ['source', 'target'] as const) {
      const [small, large] = read.map((rows) => rows[end]) as [number, number];
      expect(small, end).toBeGreaterThan(3);
      // Neither a row for each of the 4,000 customers more, nor for a part of them.
      expect(large - small, end).toBeLessThan(400);
    }
  });
});
