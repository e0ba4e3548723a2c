import { DomainError, Unavailable } from '../domain/core/errors.ts';
import { everySecret, type Secrets } from '../domain/core/secrets.ts';
import { type AnswerRecord, type Hooks, runInTransaction, type Tx } from '../domain/core/transaction.ts';
import { findRecordTogether, keepMadeAnswer, recordColumns } from '../domain/idempotency/record-fast-path.ts';
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

export interface Idempotent<R, D = never> {
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
  /**
   * The result of a use case that is one statement, from the draft that it recorded and from the id that the statement
   * gave. Absent: with a key the use case takes its ordinary path.
   */
  resume?: (draft: D, effectId: number) => R;
  /** The presenter reads nothing and shows no id of the effect, so its answer can be made before the effect. */
  foretold?: true;
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
interface KeyedWork<R, D = never> extends Idempotent<R, D> {
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
export async function answerOnce<R, D = never>(
  deps: Deps,
  work: KeyedWork<R, D>,
): Promise<{ answer: SerializedAnswer; replayed: boolean }> {
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
  deps: Secrets & Pick<Deps, 'db' | 'clock'>,
  { program_id, key }: Pick<KeyedWork<unknown>, 'program_id' | 'key'>,
): Promise<SerializedAnswer | undefined> {
  const key_hashes = everySecret(deps).map((secret) => idempotencyKeyHash({ secret }, program_id, key));
  const record = await findIdempotencyRecord(deps.db, { program_id, key_hashes, now: deps.clock.real() });
  return record && isMade(record)
    ? openRecord(secretOf(deps, program_id, key, record), key, record)
    : undefined;
}

/** The data key under which an answer is stored. */
function secretOf(deps: Secrets, programId: number, key: string, { key_hash }: FoundRecord): Buffer {
  return everySecret(deps).find((secret) => idempotencyKeyHash({ secret }, programId, key).equals(key_hash))!;
}

class KeyedAttempt<R, D> {
  private readonly program_id: number;
  private readonly key_hash: Buffer;
  private readonly fingerprint: Buffer;
  private answer: SerializedAnswer | undefined;
  /** The effect is written with its record, whose answer may not be made yet. */
  private isRecorded = false;

  constructor(
    private readonly deps: Deps,
    private readonly work: KeyedWork<R, D>,
  ) {
    this.program_id = work.program_id;
    this.key_hash = idempotencyKeyHash(deps, work.program_id, work.key);
    this.fingerprint = requestFingerprint(deps, work.request);
  }

  async run(): Promise<SerializedAnswer> {
    // This comes before the use case looks at anything: an answered key goes before every other refusal.
    const record = await findRecordTogether(this.deps.hot, this.everyKey());
    if (record) throw new AnsweredBefore(record);
    const { resume } = this.work;
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
    const own = { key_hash: this.key_hash, fingerprint: this.fingerprint };
    if (this.isRecorded && !this.answer) return this.make(own, this.deps.secret, result);
    // A use case that found nothing to do opened no transaction.
    if (!this.answer) {
      await runInTransaction(this.deps, undefined, async (tx) => {
        await this.begin(tx);
        await this.keep(tx, result);
      });
    }
    return this.answer!;
  }

  /** The stored answer. If whoever had the effect made no answer, it is made now. */
  async replay(record: FoundRecord): Promise<SerializedAnswer> {
    const secret = secretOf(this.deps, this.program_id, this.work.key, record);
    if (!record.fingerprint.equals(requestFingerprint({ secret }, this.work.request))) {
      throw new DomainError(
        'idempotency_key_reused',
        'This Idempotency-Key was used for another request. Use a new key for a new request.',
      );
    }
    if (isMade(record)) return openRecord(secret, this.work.key, record);
    const draft = JSON.parse(openBody(secret, this.work.key, record)) as D;
    return this.make(record, secret, this.work.resume!(draft, record.effect_id!));
  }

  /** The record for a use case that writes it with its effect, in one statement. */
  private async draw(draft: D, resume: (draft: D, effectId: number) => R): Promise<AnswerRecord> {
    const { key_hash, fingerprint, deps, work } = this;
    const answer = work.foretold ? await present(work, resume(draft, Number.NaN)) : undefined;
    const { status = null, text = JSON.stringify(draft) } = answer ?? {};
    const body = sealBody(deps, work.key, { key_hash, fingerprint, status }, text);
    return {
      columns: recordColumns({ key_hash, fingerprint, status, body }, deps.clock.real()),
      written: () => {
        this.isRecorded = true;
        this.answer = answer;
      },
    };
  }

  /**
   * Makes the answer of an effect that is written, and stores it unless another request did so first. An answer is sent
   * only once it is stored, so nobody ever gets another one.
   */
  private async make(
    { key_hash, fingerprint }: Pick<FoundRecord, 'key_hash' | 'fingerprint'>,
    secret: Buffer,
    result: R,
  ): Promise<SerializedAnswer> {
    const { deps, work, program_id } = this;
    try {
      const answer = await present(work, result);
      const { status, text } = answer;
      const body = sealBody({ ...deps, secret }, work.key, { key_hash, fingerprint, status }, text);
      if (await keepMadeAnswer(deps.hot, program_id, { key_hash, status, body })) return answer;
      const kept = await findRecordTogether(deps.hot, { ...this.everyKey(), key_hashes: [key_hash] });
      // Without a record the customer was erased meanwhile.
      return kept && isMade(kept) ? openRecord(secret, work.key, kept) : answer;
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
      throw new DomainError(
        'idempotency_in_progress',
        'A request with this Idempotency-Key is still being worked on. Send it again in a moment.',
      );
    }
    // A statement of its own: its snapshot is younger than the lock, so it sees the answer that the last holder stored.
    await this.refuseAnswered(tx);
  }

  private async refuseAnswered(db: Deps['db']): Promise<void> {
    const record = await findIdempotencyRecord(db, this.everyKey());
    if (record) throw new AnsweredBefore(record);
  }

  /** The key under each secret that the server has had. */
  private everyKey() {
    const { program_id, deps, work } = this;
    const key_hashes = everySecret(deps).map((secret) =>
      idempotencyKeyHash({ secret }, program_id, work.key),
    );
    return { program_id, key_hashes, now: deps.clock.real() };
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
    const { key_hash, fingerprint } = this;
    const { status, text } = answer;
    const body = sealBody(this.deps, this.work.key, { key_hash, fingerprint, status }, text);
    await insertIdempotencyRecord(tx, this.recordKey(), { fingerprint, status, body, customer_id });
    this.answer = answer;
  }

  private recordKey() {
    return { program_id: this.program_id, key_hash: this.key_hash, now: this.deps.clock.real() };
  }
}

async function present<R>(work: Idempotent<R, never>, result: R): Promise<SerializedAnswer> {
  const { status, body } = await work.present(result);
  return { status, text: serialize(body) };
}

type BoundRecord = Pick<FoundRecord, 'key_hash' | 'fingerprint' | 'status'>;

/** The record that a sealed body is bound to: it cannot be moved to another record. */
function boundTo({ key_hash, fingerprint, status }: BoundRecord): Buffer {
  return Buffer.concat([key_hash, fingerprint, Buffer.from(String(status))]);
}

function sealBody(
  { secret, random }: Pick<Deps, 'secret' | 'random'>,
  key: string,
  record: BoundRecord,
  text: string,
): Buffer {
  return sealAnswer(secret, random, key, boundTo(record), text);
}

function openBody(secret: Buffer, key: string, record: FoundRecord): string {
  return openAnswer(secret, key, boundTo(record), record.body);
}

type MadeRecord = FoundRecord & { status: number };

function isMade(record: FoundRecord): record is MadeRecord {
  return record.status !== null;
}

function openRecord(secret: Buffer, key: string, record: MadeRecord): SerializedAnswer {
  return { status: record.status, text: openBody(secret, key, record) };
}

export function serialize(body: unknown): string {
  return body === undefined ? '' : writeJson(body);
}
