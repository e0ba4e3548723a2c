import { DomainError, Unavailable } from '../domain/core/errors.ts';
import { type AnswerRecord, runInTransaction, type Tx } from '../domain/core/transaction.ts';
import { keepMadeAnswer, recordColumns } from '../domain/idempotency/record-fast-path.ts';
import {
  type FoundRecord,
  findIdempotencyRecord,
  insertIdempotencyRecord,
  lockIdempotencyKey,
  tryLockIdempotencyKey,
} from '../domain/idempotency/store.ts';
import type { Deps } from '../domain/programs/deps.ts';
import type { Idempotent, KeptAnswer } from './idempotent-work.ts';
import { writeJson } from './rendered.ts';
import { isMade, SealedRecords } from './sealed-records.ts';

/** Work that is answered once for a key. A header or the request itself may carry the key. */
interface KeyedWork<R, D = never> extends Idempotent<R, D> {
  program_id: number;
  key: string;
  /** One text of everything in a request that counts: two requests with the same text are the same request. */
  request: string;
  /**
   * The answer for a refusal; it is stored. undefined: the refusal is thrown, and the next attempt may have another
   * result.
   */
  refusal: (error: unknown) => KeptAnswer | undefined;
  /** Whether a simultaneous request waits for the answer instead of being refused with idempotency_in_progress. */
  waits?: boolean;
}

/** Ends a transaction that finds a stored answer for its key. */
class AnsweredBefore extends Error {
  constructor(readonly record: FoundRecord) {
    super('the Idempotency-Key was answered before');
  }
}

/** The answer for a key: the stored one, or that of the work, which is stored with its effect. */
export async function answerOnce<R, D = never>(
  deps: Deps,
  work: KeyedWork<R, D>,
): Promise<{ answer: KeptAnswer; replayed: boolean }> {
  const attempt = new KeyedAttempt<R, D>(deps, work);
  try {
    return { answer: await attempt.run(), replayed: false };
  } catch (error) {
    if (!(error instanceof AnsweredBefore)) throw error;
    return { answer: await attempt.replay(error.record), replayed: true };
  }
}

/** The stored answer for a key; undefined if there is none yet, or if it has expired. */
export async function findAnswer(
  deps: Deps,
  { program_id, key }: Pick<KeyedWork<unknown>, 'program_id' | 'key'>,
): Promise<KeptAnswer | undefined> {
  const records = new SealedRecords(deps, program_id, key);
  const record = await findIdempotencyRecord(deps.db, records.question);
  return record && isMade(record) ? records.answer(record) : undefined;
}

class KeyedAttempt<R, D> {
  private readonly records: SealedRecords;
  private readonly key_hash: Buffer;
  private readonly fingerprint: Buffer;
  private answer: KeptAnswer | undefined;
  /** Whether the effect and its record are written. The answer of the record may not be made yet. */
  private isRecorded = false;

  constructor(
    private readonly deps: Deps,
    private readonly work: KeyedWork<R, D>,
  ) {
    this.records = new SealedRecords(deps, work.program_id, work.key);
    this.key_hash = this.records.key_hashes[0]!;
    this.fingerprint = this.records.fingerprint(this.key_hash, work.request);
  }

  /**
   * A stored answer comes before every refusal. A use case of one statement finds the stored answer in its statement,
   * so there is no look-up before it, and it refuses only after the statement. The statement looks for the key under
   * the present secret alone.
   */
  async run(): Promise<KeptAnswer> {
    const { key_hash, fingerprint } = this;
    const { resume } = this.work;
    if (!resume || this.records.key_hashes.length > 1) await this.refuseAnswered(this.deps.db);
    let result: R;
    try {
      result = await this.work.effect({
        ...(resume && { skippable: { record: (draft: D) => this.draw(draft, resume) } }),
        begin: (tx) => this.begin(tx),
        beforeCommit: (tx: Tx, result: R) => this.keep(tx, result),
      });
    } catch (error) {
      return this.keepRefusal(error);
    }
    if (this.isRecorded && !this.answer) return this.make({ key_hash, fingerprint }, result);
    // The use case found nothing to do, so it opened no transaction.
    if (!this.answer) {
      await runInTransaction(this.deps, undefined, async (tx) => {
        await this.begin(tx);
        await this.keep(tx, result);
      });
    }
    return this.answer!;
  }

  /** The stored answer. If the process that wrote the effect stored no answer, it is made now. */
  async replay(record: FoundRecord): Promise<KeptAnswer> {
    const { records, work } = this;
    if (!record.fingerprint.equals(records.fingerprint(record.key_hash, work.request))) {
      throw new DomainError(
        'idempotency_key_reused',
        'This Idempotency-Key was used for another request. Use a new key for a new request.',
      );
    }
    if (isMade(record)) return records.answer(record);
    const draft = JSON.parse(records.open(record).toString()) as D;
    return this.make(record, work.resume!(draft, record.effect_id!));
  }

  /** The record that a use case writes together with its effect, in one statement. */
  private async draw(draft: D, resume: (draft: D, effectId: number) => R): Promise<AnswerRecord> {
    const { key_hash, fingerprint, records, work, deps } = this;
    const answer = work.stored_with_effect ? await present(work, resume(draft, Number.NaN)) : undefined;
    const { status = null, bytes = Buffer.from(JSON.stringify(draft)) } = answer ?? {};
    const body = records.seal({ key_hash, fingerprint, status }, bytes);
    return {
      columns: recordColumns({ key_hash, fingerprint, status, body }, deps.clock.real()),
      written: () => {
        this.isRecorded = true;
        this.answer = answer;
      },
    };
  }

  /**
   * Makes the answer of a written effect and stores it, unless another request has stored one. An answer is sent only
   * after it is stored, so every request with the key gets the same answer.
   */
  private async make(
    { key_hash, fingerprint }: { key_hash: Buffer; fingerprint: Buffer },
    result: R,
  ): Promise<KeptAnswer> {
    const { deps, work, records } = this;
    try {
      const answer = await present(work, result);
      const { status, bytes } = answer;
      const body = records.seal({ key_hash, fingerprint, status }, bytes);
      while (!(await keepMadeAnswer(deps.hot, work.program_id, { key_hash, status, body }))) {
        const kept = await findIdempotencyRecord(deps.db, records.question);
        if (kept && isMade(kept)) return records.answer(kept);
        // No record: the customer was erased meanwhile. A record without an answer has just changed, so the loop tries
        // again.
        if (!kept) return answer;
      }
      return answer;
    } catch (cause) {
      const message =
        'The change was made, and its answer could not be read. Send the request again with its Idempotency-Key.';
      throw new Unavailable('done', message, { cause, details: work.known?.(result) ?? {} });
    }
  }

  private async begin(tx: Tx): Promise<void> {
    this.answer = undefined;
    if (this.work.waits) {
      await lockIdempotencyKey(tx, this.key_hash);
    } else if (!(await tryLockIdempotencyKey(tx, this.key_hash))) {
      // The holder may be another repetition of a request that was answered long ago.
      await this.refuseAnswered(tx);
      throw new DomainError(
        'idempotency_in_progress',
        'A request with this Idempotency-Key is still being worked on. Send it again in a moment.',
      );
    }
    // This is a statement of its own: its snapshot is younger than the lock, so it sees the answer that the last holder
    // of the lock stored.
    await this.refuseAnswered(tx);
  }

  private async refuseAnswered(db: Deps['db']): Promise<void> {
    const record = await findIdempotencyRecord(db, this.records.question);
    if (record) throw new AnsweredBefore(record);
  }

  private async keep(tx: Tx, result: R): Promise<void> {
    const { status, body, customer_id = null } = await this.work.present(result, tx);
    await this.store(tx, { status, bytes: Buffer.from(serialize(body)) }, customer_id);
  }

  private async keepRefusal(error: unknown): Promise<KeptAnswer> {
    if (error instanceof AnsweredBefore) throw error;
    const answer = this.work.refusal(error);
    if (!answer) {
      const isRefusal = error instanceof DomainError && !(error instanceof Unavailable);
      if (isRefusal) await this.refuseAnswered(this.deps.db);
      throw error;
    }
    return runInTransaction(this.deps, undefined, async (tx) => {
      await this.begin(tx);
      await this.store(tx, answer, null);
      return answer;
    });
  }

  private async store(tx: Tx, answer: KeptAnswer, customer_id: number | null): Promise<void> {
    const { key_hash, fingerprint, work } = this;
    const { status, bytes } = answer;
    const body = this.records.seal({ key_hash, fingerprint, status }, bytes);
    const key = { program_id: work.program_id, key_hash, now: this.deps.clock.real() };
    await insertIdempotencyRecord(tx, key, { fingerprint, status, body, customer_id });
    this.answer = answer;
  }
}

async function present<R>(work: Idempotent<R, never>, result: R): Promise<KeptAnswer> {
  const { status, body } = await work.present(result);
  return { status, bytes: Buffer.from(serialize(body)) };
}

export function serialize(body: unknown): string {
  return body === undefined ? '' : writeJson(body);
}
