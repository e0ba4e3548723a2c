import { setImmediate } from 'node:timers/promises';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { readCodeLine } from '../claims/code-line.ts';
import {
  insertPooledCodes,
  latestPooledId,
  listGivenKeys,
  listPooledCodes,
} from '../claims/code-pool-store.ts';
import { type CodePool, getCodePool } from '../claims/code-pools.ts';
import { normaliseCode } from '../claims/codes.ts';
import { drawsFromPool } from '../claims/reserve-inventory.ts';
import { rehearse } from '../core/rehearse.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import type { Deps } from '../programs/deps.ts';

interface ImportCodesInput {
  program_key: string;
  reward_key: string;
  /** The lines of the file in order. They are read once; at most one chunk of them is in memory. */
  lines: AsyncIterable<string>;
  /** Reports the effect of the import, and writes nothing. */
  dry_run?: boolean;
  /** Called with the number of lines that are done. */
  onProgress?: (lines: number) => void;
  /** Given for an import that a server continues after its process was killed; never for a dry run. */
  resumed?: {
    /** null: it has not begun. */
    from: HalfImported | null;
    /** Stores in each transaction, with its codes, where to continue. */
    keep: (tx: Tx, half: HalfImported) => Promise<void>;
  };
  by: Actor;
}

/** An import that was interrupted. */
export interface HalfImported {
  /** The highest id of a code of the program when it began. */
  before: number;
  /** The lines that are done. */
  lines: number;
  /** The result of these. */
  result: ImportedCodes;
}

interface RefusedLine {
  line: number;
  reason: string;
}

export interface ImportedCodes {
  imported: number;
  /** Codes that an earlier import brought into the same pool. */
  already_there: number;
  refused: number;
  /** The first refused lines. */
  refusals: RefusedLine[];
  /** False if the program file says that the reward's codes are generated: no claim takes from the pool yet. */
  in_use: boolean;
}

const CHUNK = 1_000;
const LINES_AT_ONCE = 10_000;
const REFUSALS_TOLD = 100;

/**
 * Imports codes into a reward's pool, a transaction per thousand. An interrupted import continues when it is run again.
 * A line that cannot be imported is refused, and the rest goes on. Throws `not_found`; `invalid_request` if the reward
 * gives no codes. A dry run rolls each transaction back.
 */
export async function importCodes(
  deps: Pick<Deps, 'db' | 'clock' | 'programs'>,
  input: ImportCodesInput,
): Promise<ImportedCodes> {
  const pool = await getCodePool(deps, input);
  const { from, keep } = input.resumed ?? {};
  const before = from?.before ?? (await latestPooledId(deps.db, pool.program.id));
  let result: ImportedCodes = from?.result ?? {
    imported: 0,
    already_there: 0,
    refused: 0,
    refusals: [],
    in_use: drawsFromPool(pool.reward),
  };
  let line = 0;
  let chunk: GivenCode[] = [];
  // The codes that a dry run would have brought so far: its later chunks cannot find them in the pool.
  const rehearsed = new Set<string>();
  const importChunk = async () => {
    if (chunk.length > 0) {
      const at = deps.clock.now(pool.program);
      const take = (tx: Tx) => takeIn(tx, pool, chunk, before, at);
      const done = input.dry_run
        ? await rehearse(deps, take)
        : await runInTransaction(deps, undefined, async (tx) => {
            const taken = await take(tx);
            const { size } = taken.imported;
            if (size > 0) await auditImported(tx, deps, input.by, pool, size);
            await keep?.(tx, { before, lines: line, result: withTaken(result, taken) });
            return taken;
          });
      if (input.dry_run) for (const key of done.imported) rehearsed.add(key);
      result = withTaken(result, done);
      chunk = [];
    }
    input.onProgress?.(line);
  };
  for await (const text of input.lines) {
    line += 1;
    if (line % LINES_AT_ONCE === 0) {
      input.onProgress?.(line - chunk.length);
      // Lines without a code never wait for the database. This lets other requests run in between.
      await setImmediate();
    }
    if (line <= (from?.lines ?? 0)) continue;
    const read = readCodeLine(text, line);
    if (read.kind === 'mistake') result = withRefused(result, [{ line, reason: read.mistake }]);
    if (read.kind === 'code') {
      const given = { line, code: read.code, code_key: normaliseCode(read.code) };
      if (rehearsed.has(given.code_key)) result = withRefused(result, [{ line, reason: TWICE }]);
      else chunk.push(given);
    }
    if (chunk.length === CHUNK) await importChunk();
  }
  await importChunk();
  return { ...result, refusals: result.refusals.toSorted((a, b) => a.line - b.line) };
}

function withRefused(result: ImportedCodes, refused: readonly RefusedLine[]): ImportedCodes {
  const told = refused.slice(0, Math.max(0, REFUSALS_TOLD - result.refusals.length));
  return {
    ...result,
    refused: result.refused + refused.length,
    refusals: told.length > 0 ? [...result.refusals, ...told] : result.refusals,
  };
}

function withTaken(result: ImportedCodes, taken: TakenIn): ImportedCodes {
  return {
    ...withRefused(result, taken.refusals),
    imported: result.imported + taken.imported.size,
    already_there: result.already_there + taken.already_there,
  };
}

/**
 * Each chunk is audited in its own transaction. So a pool's audit entries add up to its codes, wherever an import is
 * interrupted.
 */
async function auditImported(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  actor: Actor,
  { program, reward }: CodePool,
  codes: number,
): Promise<void> {
  await recordAudit(tx, deps, {
    program_id: program.id,
    actor,
    action: 'codes.imported',
    subject: { kind: 'reward', id: reward.id },
    details: { codes },
  });
}

const TWICE = 'stands in the file twice, or another import brought it meanwhile';

interface GivenCode {
  line: number;
  code: string;
  code_key: string;
}

interface TakenIn {
  imported: ReadonlySet<string>;
  already_there: number;
  refusals: RefusedLine[];
}

/** `before`: the highest id of a code when the import began. A later code came from the same file. */
async function takeIn(
  tx: Tx,
  { program, reward }: CodePool,
  chunk: readonly GivenCode[],
  before: number,
  at: number,
): Promise<TakenIn> {
  const keys = chunk.map((given) => given.code_key);
  const pooled = new Map((await listPooledCodes(tx, program.id, keys)).map((row) => [row.code_key, row]));
  const given = await listGivenKeys(tx, program.id, keys);
  const fresh = new Map<string, GivenCode>();
  for (const code of chunk) {
    const { code_key } = code;
    if (!pooled.has(code_key) && !given.has(code_key) && !fresh.has(code_key)) fresh.set(code_key, code);
  }
  const inserted = await insertPooledCodes(tx, program.id, reward.id, [...fresh.values()], at);
  // Another import inserted these codes first.
  const missed = [...fresh.keys()].filter((key) => !inserted.has(key));
  for (const row of await listPooledCodes(tx, program.id, missed)) pooled.set(row.code_key, row);

  const result = { imported: inserted, already_there: 0, refusals: [] as RefusedLine[] };
  for (const code of chunk) {
    const { line, code_key } = code;
    if (inserted.has(code_key) && fresh.get(code_key) === code) continue;
    const there = pooled.get(code_key);
    if (there && there.reward_id !== reward.id) {
      const owner = program.reward(there.reward_id)?.key ?? 'another reward';
      result.refusals.push({ line, reason: `is a code of ${owner} already` });
    } else if (there && there.id <= before) result.already_there += 1;
    else if (!there && given.has(code_key)) {
      result.refusals.push({
        line,
        reason: 'was given to a customer already, by a reward that generates its codes',
      });
    } else result.refusals.push({ line, reason: TWICE });
  }
  return result;
}
