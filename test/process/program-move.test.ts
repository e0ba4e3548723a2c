import { describe, expect, it } from 'vitest';
import { moveProgram } from '../../src/db/move/move-program.ts';
import { listTransactions } from '../../src/domain/listings/transaction-store.ts';
import { inviteOperator } from '../../src/domain/operations/invite-operator.ts';
import { addNote } from '../../src/domain/operations/keep-notes.ts';
import { findSignedIn } from '../../src/domain/operators/find-session.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { describeFailure } from '../../src/http/errors.ts';
import { rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { isGoneFrom, moveAndKill, moveOf, rowsOfProgram, STEPS } from '../support/moves.ts';
import { plainOperator, sessionOf } from '../support/operators.ts';
import { atOnce, ORDINARY } from '../support/outcomes.ts';
import { TESTER } from '../support/tester.ts';
import { MOVED_RULES, twoPlaces } from '../support/two-places.ts';
import { wholeCustomer } from '../support/whole-customer.ts';

const { here, there } = twoPlaces();

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
      rules: [...MOVED_RULES, { key: 'few', definition: few }],
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
      await here.begin({ rules: MOVED_RULES });
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
