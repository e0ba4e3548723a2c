import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { type MoveStep, moveProgram, undoMove } from '../../src/db/move/move-program.ts';
import { listProgramTables } from '../../src/db/move/program-table.ts';
import { requireSilence } from '../../src/db/move/requirements.ts';
import { type StatementEnded, statementEnded } from '../../src/db/signals.ts';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { findTask } from '../../src/domain/imports/task-store.ts';
import { exportTransactions } from '../../src/domain/listings/transactions-csv.ts';
import { finishAdvances } from '../../src/domain/operations/advance-clock.ts';
import { resumeAllFollowUps, resumeFollowUps } from '../../src/domain/operations/follow-up.ts';
import { listApiKeys } from '../../src/domain/operations/manage-api-keys.ts';
import { subscribe } from '../../src/domain/operations/manage-webhooks.ts';
import { keepImportFile, orderImport } from '../../src/domain/operations/order-import.ts';
import { remindOfExpiries } from '../../src/domain/operations/remind-of-expiries.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { workOnImports } from '../../src/domain/operations/work-on-imports.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { insertFollowUp } from '../../src/domain/programs/follow-up-store.ts';
import { KeyUsage } from '../../src/domain/programs/key-usage.ts';
import { insertRecentRequests } from '../../src/domain/programs/recent-request-store.ts';
import { describeFailure } from '../../src/http/errors.ts';
import { runHousekeeping } from '../../src/jobs/run-housekeeping.ts';
import { createKey, programSettings } from '../support/factories.ts';
import { asOwnerOf, isGoneFrom, moveAndKill, moveOf, rowsOfProgram } from '../support/moves.ts';
import { plainOperator } from '../support/operators.ts';
import { fillProgram } from '../support/rows-read.ts';
import { runCommand } from '../support/run-command.ts';
import { TESTER } from '../support/tester.ts';
import { MOVED_RULES, twoPlaces } from '../support/two-places.ts';

const { here, there } = twoPlaces();

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
    await here.begin({ rules: MOVED_RULES });
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
    await here.begin({ rules: MOVED_RULES });
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
    await here.begin({ rules: MOVED_RULES });
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
    await here.begin({ rules: MOVED_RULES });
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
      await here.begin({ rules: MOVED_RULES });
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
    await here.begin({ rules: MOVED_RULES });
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
    await here.begin({ rules: MOVED_RULES });
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
    await here.begin({ rules: MOVED_RULES });
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
    await here.begin({ rules: MOVED_RULES });
    const { key } = here.program;
    await here.customer();
    await moveAndKill(key, here.database, there.database, 'copied');
    const elsewhere = moveOf(key, here.database, there.database);
    elsewhere.target.name = 'elsewhere';
    await expect(moveProgram(elsewhere)).rejects.toThrow('was begun and not ended');
    expect(await undoMove(moveOf(key, here.database, there.database))).toBe(true);
  });

  it('does not hold up what is due in other programs, while it takes no writes', async () => {
    await here.begin({ rules: MOVED_RULES });
    const { key } = here.program;
    await here.customer();
    await here.complete('later');
    await moveAndKill(key, here.database, there.database, 'stopped');
    const neighbour = await here.begin({ rules: MOVED_RULES });
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
    const moving = await here.begin({ rules: MOVED_RULES });
    await leaveOutdatedRows(moving.id);
    const outdated = await outdatedRows(moving.id);
    const [itsState, itsUse] = [await orderTrial(moving), await use(moving)];
    await moveAndKill(moving.key, here.database, there.database, 'stopped');
    const other = await here.begin({ rules: MOVED_RULES });
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
    await here.begin({ rules: MOVED_RULES });
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
      const { id, key } = await here.begin({ rules: MOVED_RULES });
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
