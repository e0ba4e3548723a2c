import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { advance, NUMBERED_IDS } from '../advance-ids.ts';
import { CopyError } from '../copy/copy-error.ts';
import { shardNumberOf } from '../shard-numbers.ts';
import { listSequencesOf, type ProgramTable } from './program-table.ts';

/** How many ids the source may give until the program is stopped, so that nothing must be advanced in the pause. */
const MARGIN = 1_000_000;

/**
 * Makes every later id of the target higher than all ids that the source has given: ids of a program ascend for ever,
 * and a position up to which ids were counted or read at the source stays valid at the target. `ahead`: includes the
 * ids that the source will give soon.
 */
export async function advanceTarget(
  source: pg.ClientBase,
  target: pg.Client,
  tables: readonly ProgramTable[],
  { ahead }: { ahead: boolean },
): Promise<void> {
  for (const name of await listSequencesOf(source, tables)) {
    const [given, there] = [await lastOf(source, name), await lastOf(target, name)];
    if (there >= given) continue;
    if (name === NUMBERED_IDS && shardNumberOf(given) !== shardNumberOf(there)) continue;
    const margin = ahead && name !== NUMBERED_IDS ? MARGIN : 0;
    await advance(target, target.escapeIdentifier(name), given + margin);
  }
}

const PATIENCE_MS = 2_000;
const POLL_MS = 5;

/**
 * Waits until readers of the target see all ids up to those that the source has given. An older transaction at the
 * target, from before the ids were advanced, hides them until it ends.
 */
export async function settleTarget(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const { rows } = await target.query<{ sequence: string; namespace: number }>(
    `select distinct split_part(encode(tgargs, 'escape'), '\\000', 1) as sequence,
            split_part(encode(tgargs, 'escape'), '\\000', 2)::int as namespace
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where t.tgfoid = 'announce_ids'::regproc and c.relnamespace = current_schema()::regnamespace and t.tgparentid = 0`,
  );
  const began = performance.now();
  for (const { sequence, namespace } of rows) {
    const given = await lastOf(source, sequence);
    for (;;) {
      const settled = await target.query<{ settled: number }>('select settled_id($1, $2) as settled', [
        sequence,
        namespace,
      ]);
      if (settled.rows[0]!.settled >= given) break;
      if (performance.now() - began > PATIENCE_MS) {
        throw new CopyError(
          'A transaction at the target takes too long, and hides new ids there. Move again.',
        );
      }
      await delay(POLL_MS);
    }
  }
}

/** The highest id that a sequence has given; 0: none. */
async function lastOf(client: pg.ClientBase, sequence: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `select last_value - (not is_called)::int as id from ${client.escapeIdentifier(sequence)}`,
  );
  return rows[0]!.id;
}
