import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../../domain/core/errors.ts';
import type { Hooks } from '../../domain/core/transaction.ts';
import type { CustomerRow } from '../../domain/customers/customer-row.ts';
import { findCustomerById } from '../../domain/customers/store.ts';
import type { Parameters } from '../../domain/oauth/grant-request.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { WebviewSession } from '../../domain/webviews/find-webview-session.ts';
import { answerOnce } from '../answer-once.ts';
import type { App } from '../app-types.ts';
import { invalidRequest } from '../errors.ts';
import { Id } from '../schema-helpers.ts';
import { parametersOfForm } from '../shared/form-parameters.ts';
import { pageHeaders } from '../shared/page-headers.ts';
import {
  checkFormToken,
  keepBroughtSession,
  pageAddress,
  requirePageSession,
} from '../shared/page-session.ts';
import { sendErrorPage } from '../shared/send-page.tsx';
import { isAnswer, type Outcome } from './outcome.ts';
import { answerKey, STALE } from './stored-outcome.ts';

/** The action that a form of the page requests. */
export interface ActionRequest {
  session: WebviewSession;
  customer: CustomerRow;
  /** The id in the action's address; 0 if there is none. */
  id: number;
  form: Parameters;
}

interface Act<R, D = never> {
  /** Runs the use case with the hooks. Every check that can refuse must run inside this. */
  effect: (hooks?: Hooks<never>) => Promise<R>;
  outcome: (result: R) => Outcome;
  /** The same as in `Idempotent`. */
  resume?: (draft: D, effectId: number) => R;
  stored_with_effect?: true;
}

const NONCE = /^[A-Za-z0-9_-]{22}$/;

/**
 * An action of the page: a form that its customer sends. The action is done once, however often the form is sent. The
 * page shows the outcome, even a refusal. `pattern`: `rules/:id/complete`.
 */
export function actionRoute<R, D = never>(
  app: App,
  deps: Deps,
  pattern: string,
  act: (asked: ActionRequest) => Act<R, D>,
): void {
  const params = pattern.includes(':id') ? { params: Type.Object({ id: Id() }) } : {};
  app.post(
    `/page/${pattern}`,
    {
      config: { scope: 'public', body: 'form' },
      schema: { hide: true, ...params },
      errorHandler: sendErrorPage,
    },
    async (request, reply) => {
      const session = await requirePageSession(request, deps);
      keepBroughtSession(request, reply, deps, session);
      const { parameters: form } = parametersOfForm(request);
      checkFormToken(deps, request, session, form);
      const { nonce = '' } = form;
      if (!NONCE.test(nonce)) throw invalidRequest({ nonce: 'is not one of this page' });
      const { id = 0 } = request.params as { id?: number };
      const action = pattern.replace(':id', String(id));
      const name = `${nonce}.${action}`;
      try {
        await answer(deps, session, { form, id, action, name }, act);
        return showOutcome(reply, deps, session, name);
      } catch (error) {
        const isStale = error instanceof DomainError && error.code === 'idempotency_key_reused';
        if (!isStale) throw error;
        return showOutcome(reply, deps, session, STALE);
      }
    },
  );
}

interface Sent extends Pick<ActionRequest, 'form' | 'id'> {
  action: string;
  name: string;
}

async function answer<R, D>(
  deps: Deps,
  session: WebviewSession,
  { form, id, action, name }: Sent,
  act: (asked: ActionRequest) => Act<R, D>,
): Promise<void> {
  const { program } = session;
  const customer =
    session.customer_id === null
      ? undefined
      : await findCustomerById(deps.db, program.id, session.customer_id);
  if (!customer) throw new DomainError('not_found', 'The session is of no customer.');
  const { effect, outcome, ...later } = act({ session, customer, id, form });
  const { token: _, nonce: __, ...choices } = form;
  await answerOnce<R, D>(deps, {
    ...later,
    program_id: program.id,
    key: answerKey(session, name),
    request: JSON.stringify([action, Object.entries(choices).sort()]),
    // After two clicks the browser shows the answer to the second click, so the second must wait for the first.
    waits: true,
    effect,
    present: async (result) => ({ status: 200, body: outcome(result), customer_id: customer.id }),
    refusal: (error) => {
      if (!isAnswer(error)) return undefined;
      const refused: Outcome = { kind: 'refused', code: error.code };
      return { status: 422, bytes: Buffer.from(JSON.stringify(refused)) };
    },
  });
}

/** 303 makes the next request a GET, which may be repeated and bookmarked. */
function showOutcome(reply: FastifyReply, deps: Deps, session: WebviewSession, done: string): FastifyReply {
  return reply.headers(pageHeaders(session)).redirect(`${pageAddress(deps, session, { done })}#outcome`, 303);
}
