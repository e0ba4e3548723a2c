import { DomainError } from '../domain/core/errors.ts';
import { everySecret, type Secrets } from '../domain/core/secrets.ts';
import { type Hooks, runInTransaction, type Tx } from '../domain/core/transaction.ts';
import {
  idempotencyKeyHash,
  openAnswer,
  requestFingerprint,
  sealAnswer,
} from '../domain/idempotency/seal.ts';
import {
  type FoundRecord,
  findIdempotencyRecord,
  insertIdempotencyRecord,
  lockIdempotencyKey,
  tryLockIdempotencyKey,
} from '../domain/idempotency/store.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { writeJson } from './rendered.ts';

interface Answer {
  status: number;
  /** undefined: an empty body. It may be rendered already. */
  body: unknown;
  /** The customer whose data the answer holds. Erasing that customer erases the stored answer. */
  customer_id?: number | null;
}

export interface Idempotent<R> {
  /**
   * Runs the use case with the hooks and returns its unchanged result, which is also the one that the hooks see
   * (`never` lets R be inferred from it). Every check that can refuse belongs in here: a repeated key is answered
   * before any refusal.
   */
  effect: (hooks?: Hooks<never>) => Promise<R>;
  /**
   * The answer for a result, read inside the effect's transaction. Without `tx`: after a use case that was one
   * statement, or that found nothing to do.
   */
  present: (result: R, tx?: Tx) => Promise<Answer>;
  /** The facts to report if one statement has made the change and the answer can no longer be read. */
  known?: (result: R) => Record<string, unknown>;
  /** A repeated request waits for this before it gets the stored answer. */
  beforeReplay?: () => Promise<void>;
}

/** An answer as it is sent, and as it is stored. */
export interface SerializedAnswer {
  status: number;
  text: string;
}

/** Work that is answered once for a key, whatever carried the key. */
interface KeyedWork<R> extends Idempotent<R> {
  program_id: number;
  key: string;
  /** One text of everything that makes two requests the same. */
  request: string;
  /**
   * The answer for a refusal, which is stored. undefined: the refusal is thrown, and the next attempt may end
   * otherwise.
   */
  refusal: (error: unknown) => SerializedAnswer | undefined;
  /** Whether a simultaneous request waits for the answer instead of being refused with idempotency_in_progress. */
  waits?: boolean;
}

/** Thrown out of a transaction that finds its key answered already. */
class AnsweredBefore extends Error {
  constructor(readonly record: FoundRecord) {
    super('the Idempotency-Key was answered before');
  }
}

/** The answer for a key: the stored one, or that of the work, which is stored with its effect. */
export async function answerOnce<R>(
  deps: Deps,
  work: KeyedWork<R>,
): Promise<{ answer: SerializedAnswer; replayed: boolean }> {
  const attempt = new KeyedAttempt<R>(deps, work);
  try {
    return { answer: await attempt.run(), replayed: false };
  } catch (error) {
    if (!(error instanceof AnsweredBefore)) throw error;
    return { answer: attempt.replay(error.record), replayed: true };
  }
}

/** The stored answer for a key; undefined if there is none or it has expired. */
export async function findAnswer(
  deps: Secrets & Pick<Deps, 'db' | 'clock'>,
  { program_id, key }: Pick<KeyedWork<unknown>, 'program_id' | 'key'>,
): Promise<SerializedAnswer | undefined> {
  const key_hashes = everySecret(deps).map((secret) => idempotencyKeyHash({ secret }, program_id, key));
  const record = await findIdempotencyRecord(deps.db, { program_id, key_hashes, now: deps.clock.real() });
  return record && openRecord(secretOf(deps, program_id, key, record), key, record);
}

/** The data key under which an answer is stored. */
function secretOf(deps: Secrets, programId: number, key: string, { key_hash }: FoundRecord): Buffer {
  return everySecret(deps).find((secret) => idempotencyKeyHash({ secret }, programId, key).equals(key_hash))!;
}

class KeyedAttempt<R> {
  private readonly program_id: number;
  private readonly key_hash: Buffer;
  private readonly fingerprint: Buffer;
  private answer: SerializedAnswer | undefined;

  constructor(
    private readonly deps: Deps,
    private readonly work: KeyedWork<R>,
  ) {
    this.program_id = work.program_id;
    this.key_hash = idempotencyKeyHash(deps, work.program_id, work.key);
    this.fingerprint = requestFingerprint(deps, work.request);
  }

  async run(): Promise<SerializedAnswer> {
    // This comes before the use case looks at anything: an answered key goes before every other refusal.
    await this.refuseAnswered(this.deps.db);
    let result: R;
    try {
      result = await this.work.effect({
        begin: (tx) => this.begin(tx),
        beforeCommit: (tx: Tx, result: R) => this.keep(tx, result),
      });
    } catch (error) {
      return this.keepRefusal(error);
    }
    // A use case that found nothing to do opened no transaction.
    if (!this.answer) {
      await runInTransaction(this.deps, undefined, async (tx) => {
        await this.begin(tx);
        await this.keep(tx, result);
      });
    }
    return this.answer!;
  }

  replay(record: FoundRecord): SerializedAnswer {
    const secret = secretOf(this.deps, this.program_id, this.work.key, record);
    if (!record.fingerprint.equals(requestFingerprint({ secret }, this.work.request))) {
      throw new DomainError(
        'idempotency_key_reused',
        'This Idempotency-Key was used for another request. Use a new key for a new request.',
      );
    }
    return openRecord(secret, this.work.key, record);
  }

  private async begin(tx: Tx): Promise<void> {
    this.answer = undefined;
    if (this.work.waits) {
      await lockIdempotencyKey(tx, this.key_hash);
    } else if (!(await tryLockIdempotencyKey(tx, this.key_hash))) {
      throw new DomainError(
        'idempotency_in_progress',
        'A request with this Idempotency-Key is still being worked on. Send it again in a moment.',
      );
    }
    // A statement of its own: its snapshot is younger than the lock, so it sees the answer that the last holder stored.
    await this.refuseAnswered(tx);
  }

  private async refuseAnswered(db: Deps['db']): Promise<void> {
    const { program_id, deps, work } = this;
    const key_hashes = everySecret(deps).map((secret) =>
      idempotencyKeyHash({ secret }, program_id, work.key),
    );
    const record = await findIdempotencyRecord(db, { program_id, key_hashes, now: deps.clock.real() });
    if (record) throw new AnsweredBefore(record);
  }

  private async keep(tx: Tx, result: R): Promise<void> {
    const { status, body, customer_id = null } = await this.work.present(result, tx);
    await this.store(tx, { status, text: serialize(body) }, customer_id);
  }

  private async keepRefusal(error: unknown): Promise<SerializedAnswer> {
    if (error instanceof AnsweredBefore) throw error;
    const answer = this.work.refusal(error);
    if (!answer) throw error;
    return runInTransaction(this.deps, undefined, async (tx) => {
      await this.begin(tx);
      await this.store(tx, answer, null);
      return answer;
    });
  }

  private async store(tx: Tx, answer: SerializedAnswer, customer_id: number | null): Promise<void> {
    const { secret, random } = this.deps;
    await insertIdempotencyRecord(tx, this.recordKey(), {
      fingerprint: this.fingerprint,
      status: answer.status,
      body: sealAnswer(
        secret,
        random,
        this.work.key,
        boundTo(this.key_hash, this.fingerprint, answer.status),
        answer.text,
      ),
      customer_id,
    });
    this.answer = answer;
  }

  private recordKey() {
    return { program_id: this.program_id, key_hash: this.key_hash, now: this.deps.clock.real() };
  }
}

/** The record that a sealed body is bound to: it cannot be moved to another record. */
function boundTo(keyHash: Buffer, fingerprint: Buffer, status: number): Buffer {
  return Buffer.concat([keyHash, fingerprint, Buffer.from(String(status))]);
}

function openRecord(
  secret: Buffer,
  key: string,
  { key_hash, status, fingerprint, body }: FoundRecord,
): SerializedAnswer {
  return { status, text: openAnswer(secret, key, boundTo(key_hash, fingerprint, status), body) };
}

export function serialize(body: unknown): string {
  return body === undefined ? '' : writeJson(body);
}
