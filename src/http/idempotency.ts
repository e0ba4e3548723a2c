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
  /** Whose data the answer holds: erasing that customer erases the stored answer. */
  customer_id?: number | null;
}

interface Idempotent<R> {
  /**
   * The use case, with the hooks handed on, and its result as it is: the hooks see the same one (`never`
   * lets R be inferred from it). Everything that can refuse belongs in here: a repeated key is answered
   * before any refusal.
   */
  effect: (hooks?: Hooks<never>) => Promise<R>;
  /**
   * The answer to a result, read inside the effect's transaction. Without `tx`: after the one statement that did it
   * all, or where there was nothing to do.
   */
  present: (result: R, tx?: Tx) => Promise<Answer>;
  /** What is told of a change that one statement has made where its answer can no longer be read. */
  known?: (result: R) => Record<string, unknown>;
  /** What is waited for before a stored answer is given again. */
  beforeReplay?: () => Promise<void>;
}

/** An answer as it goes out, and as it is stored. */
interface SerializedAnswer {
  status: number;
  text: string;
}

/** Work that is answered once for a key, whatever the key came with. */
interface KeyedWork<R> extends Idempotent<R> {
  program_id: number;
  key: string;
  /** Whatever makes two requests the same, as one text. */
  request: string;
  /** What a refusal is answered with, and is stored; undefined: it is thrown, and may end otherwise the next time. */
  refusal: (error: unknown) => SerializedAnswer | undefined;
  /** Whether who comes meanwhile waits for the answer, rather than being refused with idempotency_in_progress. */
  waits?: boolean;
}

/** Thrown out of a transaction that finds its key answered already. */
class AnsweredBefore extends Error {
  constructor(readonly record: FoundRecord) {
    super('the Idempotency-Key was answered before');
  }
}

/**
 * Answers a POST once per Idempotency-Key. The answer is stored in the transaction of the effect, so that
 * there is never the one without the other; a 422 is stored in a transaction of its own. Whoever comes
 * with the key meanwhile gets 409, and afterwards the stored answer.
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
 * The answer to work that is not repeated: read before COMMIT, so that what was committed is answered. Work that is
 * one statement is answered after it; where that fails, the refusal says that it was done.
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

/** The answer to a key: the stored one, else that of the work, which is stored with its effect. */
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

/** What was answered to a key; undefined where nothing was, or its time is over. */
export async function findAnswer(
  deps: Secrets & Pick<Deps, 'db' | 'clock'>,
  { program_id, key }: Pick<KeyedWork<unknown>, 'program_id' | 'key'>,
): Promise<SerializedAnswer | undefined> {
  const key_hashes = everySecret(deps).map((secret) => idempotencyKeyHash({ secret }, program_id, key));
  const record = await findIdempotencyRecord(deps.db, { program_id, key_hashes, now: deps.clock.real() });
  return record && openRecord(secretOf(deps, program_id, key, record), key, record);
}

/** The key of data under which an answer is stored. */
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
    // Before the use case looks at anything: an answered key beats every other refusal.
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
    // A statement of its own: its snapshot is younger than the lock, so it sees what the last holder stored.
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

/** What a sealed body belongs to: it cannot be moved to another record. */
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

/** Method, path, channel, language, country and parsed body: the same text for the same request. */
function describeRequest(request: FastifyRequest): string {
  const { channel, language, country } = requestContext(request);
  const { method, params, routeOptions } = request;
  return canonicalJson([method, routeOptions.url, params, channel, language, country, request.body ?? null]);
}

/** JSON with sorted members. The body's parser has bounded its depth. */
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
