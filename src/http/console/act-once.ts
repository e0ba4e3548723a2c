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
  /** The part of the result that the next screen shows. It is kept encrypted, for a second press of the button. */
  kept: (result: R) => Kept;
  /** The customer with whose erasure it is forgotten; absent: nothing of it is a customer's. */
  customer_id?: number;
  /** One form has its effect once, whatever file comes with it; absent: with another file it is another deed. */
  whatever_file?: boolean;
}

/**
 * Does what a form asks for once, however often the form is sent: a second press gets the result of the first. The token
 * of a form is written otherwise in each screen, so the same choices on a screen that was opened anew are another deed.
 * A refusal is thrown and not kept, also that of a form that has had its effect with another file
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
    // No Idempotency-Key of an API caller holds a NUL.
    key: `console\0${operator.session_id}\0${token}\0${whatever_file ? asked : sent}`,
    request: sent,
    waits: true,
    effect,
    present: async (result) => ({ status: 200, body: kept(result), customer_id: customer_id ?? null }),
    refusal: () => undefined,
  });
  return JSON.parse(answer.bytes.toString()) as Kept;
}

/** Tells the file of a form from every other; '' without one. */
function fileWords(request: FastifyRequest): string {
  const file = fileOfForm(request);
  return file ? JSON.stringify([file.name, createHash('sha256').update(file.bytes).digest('base64url')]) : '';
}
