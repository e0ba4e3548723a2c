import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Hooks } from '../../domain/core/transaction.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { answerOnce } from '../answer-once.ts';
import { parametersOfForm } from '../shared/form-parameters.ts';
import { fileOfForm } from './upload.ts';
import type { Visit } from './visit.ts';

interface Act<R, Kept> {
  /** Runs the use case with the hooks. */
  effect: (hooks?: Hooks<never>) => Promise<R>;
  /** The part of the result that the next screen shows. It is stored encrypted, for a second press of the button. */
  kept: (result: R) => Kept;
  /** The customer whose erasure also removes it; absent: nothing of it is about a customer. */
  customer_id?: number;
  /** A form has its effect once, whatever file it contains. Absent: with another file it is another action. */
  whatever_file?: boolean;
}

/**
 * Does the action of a form once, however often the form is sent: a second press gets the result of the first. Each
 * screen writes the token of its form differently, so the same choices on a newly opened screen are another action. A
 * refusal is thrown and not stored. This includes the refusal of a form that had its effect with another file
 * (idempotency_key_reused).
 */
export async function actOnce<R, Kept extends object>(
  deps: Deps,
  { operator, program }: Pick<Visit, 'operator' | 'program'>,
  request: FastifyRequest,
  { effect, kept, customer_id, whatever_file = false }: Act<R, Kept>,
): Promise<Kept> {
  const { token, ...choices } = parametersOfForm(request).parameters;
  const asked = JSON.stringify([request.raw.url, Object.entries(choices).sort()]);
  const sent = asked + fileWords(request);
  const { answer } = await answerOnce<R>(deps, {
    program_id: program.id,
    // An Idempotency-Key of an API caller cannot contain a NUL, so it never equals this key.
    key: `console\0${operator.session_id}\0${token}\0${whatever_file ? asked : sent}`,
    request: sent,
    waits: true,
    effect,
    present: async (result) => ({ status: 200, body: kept(result), customer_id: customer_id ?? null }),
    refusal: () => undefined,
  });
  return JSON.parse(answer.bytes.toString()) as Kept;
}

/** Identifies the file of a form; '' if there is none. */
function fileWords(request: FastifyRequest): string {
  const file = fileOfForm(request);
  return file ? JSON.stringify([file.name, createHash('sha256').update(file.bytes).digest('base64url')]) : '';
}
