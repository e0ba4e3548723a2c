import type { FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from '../domain/core/errors.ts';
import type { Tx } from '../domain/core/transaction.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { answerOnce, serialize } from './answer-once.ts';
import { describeFailure, errorBody } from './errors.ts';
import { idempotencyKey } from './idempotency-key.ts';
import type { Idempotent } from './idempotent-work.ts';
import { requestContext } from './request-context.ts';

/**
 * Answers a POST once per Idempotency-Key. The answer is stored in the transaction of the effect, so neither exists
 * without the other. If the effect is one statement, that statement also writes a record, and the answer is made from
 * the record once. A 422 is stored in a transaction of its own. A simultaneous request with the key gets 409, and a
 * later request gets the stored answer.
 */
export async function idempotent<R, D = never>(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
  work: Idempotent<R, D>,
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
      return { status: failure.status, bytes: Buffer.from(JSON.stringify(errorBody(failure, request.id))) };
    },
  });
  if (replayed) {
    await work.beforeReplay?.();
    reply.header('idempotency-replayed', 'true');
  }
  // The stored bytes are sent, so the text is encoded only once.
  send(reply, answer.status, answer.bytes);
}

/**
 * The answer to work without a key. It is read before COMMIT, so that it shows the committed state. If the work is one
 * statement, the answer is read after it; if this read fails, the refusal says that the work was done.
 */
export async function answerUnkeyed<R>(reply: FastifyReply, work: Idempotent<R, never>): Promise<void> {
  const { status, text } = await readUnkeyed(work);
  send(reply, status, text);
}

/** An answer that is not stored. */
interface Unkept {
  status: number;
  text: string;
}

async function readUnkeyed<R>(work: Idempotent<R, never>): Promise<Unkept> {
  const present = async (result: R, tx?: Tx): Promise<Unkept> => {
    const { status, body } = await work.present(result, tx);
    return { status, text: serialize(body) };
  };
  let answer: Unkept | undefined;
  const result = await work.effect({
    skippable: {},
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

function send(reply: FastifyReply, status: number, body: string | Buffer): void {
  reply.code(status);
  if (body.length === 0) reply.send();
  else reply.type('application/json; charset=utf-8').send(body);
}
