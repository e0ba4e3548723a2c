import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, Unavailable } from '../domain/core/errors.ts';
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
import { describeFailure, errorBody } from './errors.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { requestContext } from './request-context.ts';

interface Answer {
  status: number;
  /** undefined: an empty body. */
  body: unknown;
  /** The customer whose data the answer holds. Erasing that customer erases the stored answer. */
  customer_id?: number | null;
}

interface Idempotent<R> {
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
interface SerializedAnswer {
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

/**
 * Answers a POST once per Idempotency-Key. The answer is stored in the transaction of the effect, so neither exists
 * without the other. A 422 is stored in a transaction of its own. A simultaneous request with the key gets 409, and a
 * later one the stored answer.
 */
export async function idempotent<R>(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
  work: Idempotent<R>,
): Promise<void> {
  const key = idempotencyKey(request);
  if (key === undefined) return answerUnkeyed(reply, work);
  const { answer, replayed } = await answerOnce(deps, {
    ...work,
    program_id: request.program.id,
    key,
    request: describeRequest(request),
    refusal: (error) => {
      const failure = describeFailure(error);
      if (failure.status !== 422) return undefined;
      return { status: failure.status, text: JSON.stringify(errorBody(failure, request.id)) };
    },
  });
  if (replayed) {
    await work.beforeReplay?.();
    reply.header('idempotency-replayed', 'true');
  }
  send(reply, answer);
}

/**
 * The answer to work without a key. It is read before COMMIT, so that the answer shows the committed state. Work that
 * is one statement is answered after it; if that fails, the refusal says that the work was done.
 */
export async function answerUnkeyed<R>(reply: FastifyReply, work: Idempotent<R>): Promise<void> {
  send(reply, await readUnkeyed(work));
}

async function readUnkeyed<R>(work: Idempotent<R>): Promise<SerializedAnswer> {
  const present = async (result: R, tx?: Tx): Promise<SerializedAnswer> => {
    const { status, body } = await work.present(result, tx);
    return { status, text: serialize(body) };
  };
  let answer: SerializedAnswer | undefined;
  const result = await work.effect({
    skippable: true,
    begin: async () => {
      answer = undefined;
    },
    beforeCommit: async (tx: Tx, result: R) => {
      answer = await present(result, tx);
    },
  });
  if (answer) return answer;
  return present(result).catch((cause: unknown) => {
    if (!work.known) throw cause;
    const message = 'The change was made, and its answer could not be read. Do not send the request again.';
    throw new Unavailable('done', message, { cause, details: work.known(result) });
  });
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

/** Method, path, channel, language, country and parsed body. The same request gives the same text. */
function describeRequest(request: FastifyRequest): string {
  const { channel, language, country } = requestContext(request);
  const { method, params, routeOptions } = request;
  return canonicalJson([method, routeOptions.url, params, channel, language, country, request.body ?? null]);
}

/** JSON with sorted members. The recursion is safe: the body's parser limits its depth. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

function serialize(body: unknown): string {
  return body === undefined ? '' : JSON.stringify(body);
}

function send(reply: FastifyReply, { status, text }: SerializedAnswer): void {
  reply.code(status);
  if (text === '') reply.send();
  else reply.type('application/json; charset=utf-8').send(text);
}
