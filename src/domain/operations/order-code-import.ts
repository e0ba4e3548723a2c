import type { OperatorActor } from '../audit/actor.ts';
import type { CodePool } from '../claims/code-pools.ts';
import { DomainError } from '../core/errors.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import { codeLinesOf, findCodeImport, insertCodeImport } from '../imports/code-import-store.ts';
import type { Deps } from '../programs/deps.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** The number of lines of the uploaded codes. */
function countLines(bytes: Buffer): number {
  let count = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === LINE_FEED || (byte === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED)) count += 1;
  }
  return count;
}

interface CodeOrder {
  pool: CodePool;
  work:
    | { kind: 'check' | 'run'; lines: Buffer }
    /** Imports the codes of the trial with this id, for the operator who uploaded them. */
    | { kind: 'run'; trial: number };
  by: OperatorActor;
}

/** `busy`: a server works on the pool. `gone`: the trial is not the latest order, or another operator's. */
export class CodeOrderRefused extends DomainError {
  constructor(readonly why: 'busy' | 'gone') {
    super('invalid_request', REFUSED[why]);
  }
}

const REFUSED = {
  busy: 'Other codes are on their way into this pool.',
  gone: 'This trial cannot be imported any more.',
};

/**
 * Orders a trial or an import of codes by a server. While a server works on a pool, the pool takes no other order. A
 * trial can be imported only while it is the latest order, and only by the operator who ordered it, because the codes
 * of an order are shown to that operator. Throws `CodeOrderRefused`.
 */
export async function orderCodeImport(
  deps: Pick<Deps, 'db' | 'clock'>,
  { pool: { program, reward }, work, by }: CodeOrder,
  hooks?: Hooks<void>,
): Promise<void> {
  return runInTransaction(deps, hooks, async (tx) => {
    const latest = await findCodeImport(tx, program.id, reward.id);
    if (latest?.state === 'waiting') throw new CodeOrderRefused('busy');
    let lines: Buffer | undefined;
    let brought = deps.clock.real();
    if ('lines' in work) lines = work.lines;
    else {
      const isTried = latest?.id === work.trial && latest.kind === 'check' && latest.state === 'done';
      if (!isTried || latest.operator_id !== by.id) throw new CodeOrderRefused('gone');
      lines = await codeLinesOf(tx, latest);
      if (!lines) throw new CodeOrderRefused('gone');
      // They are kept for a day after the upload.
      brought = latest.created_at;
    }
    const inserted = await insertCodeImport(tx, {
      program_id: program.id,
      reward_id: reward.id,
      kind: work.kind,
      lines,
      of_all: countLines(lines),
      operator_id: by.id,
      request_id: by.request_id,
      created_at: brought,
    });
    if (!inserted) throw new CodeOrderRefused('busy');
  });
}
