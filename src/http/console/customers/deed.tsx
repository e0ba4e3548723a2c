import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren, VNode } from 'preact';
import type { OperatorActor } from '../../../domain/audit/actor.ts';
import { DomainError } from '../../../domain/core/errors.ts';
import type { Hooks } from '../../../domain/core/transaction.ts';
import { type CustomerRecord, findCustomerRecord } from '../../../domain/listings/customer-store.ts';
import type { Parameters } from '../../../domain/oauth/grant-request.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { operatorActorOf } from '../../actor-of.ts';
import { STATUS_BY_DOMAIN_CODE } from '../../errors.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { complaintsOf } from '../access/join.tsx';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { FormToken } from '../access/standalone-screen.tsx';
import { actOnce } from '../act-once.ts';
import { idOf } from '../address-id.ts';
import { Card } from '../design/card.tsx';
import { Screen } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import type { ConsoleMessage } from '../language/en.ts';
import { withQuery } from '../place.ts';
import { type Show, textsOf } from '../show.ts';
import { fileOfForm, type UploadedFile } from '../upload.ts';
import type { Visit } from '../visit.ts';
import { customerName } from './customer-words.ts';
import { Refusal } from './refusal.tsx';
import { isRefusal } from './refusal-words.ts';

/** A request about a customer. */
export interface Asked {
  deps: Deps;
  visit: Visit;
  customer: CustomerRecord;
  /** The path of the customer's screen. */
  home: string;
  params: Readonly<Record<string, string>>;
  /** The fields of the sent form, or of the address. */
  form: Parameters;
  /** The file of the sent form; null: none. */
  file: UploadedFile | null;
  by: OperatorActor;
}

/** A form of an action, as the screen draws it. */
export interface FormView {
  action: string;
  token: string;
  values: Parameters;
  /** The mistakes, by field. */
  wrong: Readonly<Record<string, string>>;
}

/** An action of an operator for a customer. */
interface Deed<V, R> {
  /** The part of the path below the address of the customer. */
  path: (asked: Asked) => string;
  title: ConsoleMessage;
  /** Everything that the form shows. Throws not_found. */
  read: (asked: Asked) => Promise<V>;
  body: (form: FormView, read: V, asked: Asked) => ComponentChildren;
  /** Returns the unchanged result of its use case: the hooks see the same result. */
  effect: (asked: Asked, hooks?: Hooks<never>) => Promise<R>;
  /** The word with which the customer's screen, or the screen `at`, reports the success; or a screen of its own. */
  end: (result: R, asked: Asked) => string | { done: string; at: string } | { screen: VNode };
  /** A form with another file than before is refused; it does not count as another action. */
  whatever_file?: true;
}

/** The screen of an action, and the handler of its form. */
export interface CustomerDeed {
  show: Show;
  act: Show;
}

/** An action with its screen. After a refusal, the form shows the values that the operator filled in. */
export function deed<V, R>(it: Deed<V, R>): CustomerDeed {
  return {
    show: async (deps, visit, request, reply) => {
      const asked = await askedOf(deps, visit, request, textsOf(request.query) as Parameters);
      return sendDeed(it, asked, request, reply.code(200));
    },
    act: async (deps, visit, request, reply) => {
      const asked = await askedOf(deps, visit, request, parametersOfForm(request).parameters);
      const { customer, home } = asked;
      try {
        const { result } = await actOnce(deps, visit, request, {
          effect: (hooks) => it.effect(asked, hooks),
          kept: (result: R) => ({ result }),
          customer_id: customer.id,
          whatever_file: it.whatever_file ?? false,
        });
        const end = it.end(result, asked);
        if (typeof end === 'string') return leadTo(reply, withQuery(home, { done: end }));
        if ('screen' in end) return sendScreen(reply, 200, end.screen);
        return leadTo(reply, withQuery(end.at, { done: end.done }));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return sendDeed(it, asked, request, reply.code(STATUS_BY_DOMAIN_CODE[error.code]), error);
      }
    },
  };
}

/** Throws not_found. */
export async function askedOf(
  deps: Deps,
  visit: Visit,
  request: FastifyRequest,
  form: Parameters,
): Promise<Asked> {
  const params = request.params as Record<string, string>;
  const { program, place } = visit;
  const id = idOf(params.id);
  const customer = id === undefined ? undefined : await findCustomerRecord(deps.db, program.id, id);
  if (!customer) throw new DomainError('not_found', 'There is no such customer.');
  return {
    deps,
    visit,
    customer,
    home: `${place}/customers/${customer.id}`,
    params,
    form,
    file: fileOfForm(request),
    by: operatorActorOf(request),
  };
}

/** A form of an action, empty or with the values that the operator filled in. */
export function formOf(
  asked: Pick<Asked, 'deps' | 'home'>,
  request: FastifyRequest,
  path: string,
  values: Parameters = {},
): FormView {
  const { deps, home } = asked;
  const token = operatorFormToken(deps, request);
  return { action: `${home}/${path}`, token, values, wrong: {} };
}

async function sendDeed<V, R>(
  it: Deed<V, R>,
  asked: Asked,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal?: DomainError,
): Promise<FastifyReply> {
  const { visit, customer, home, form: values } = asked;
  const { say } = visit.wording;
  const wrong = complaintsOf(refusal) ?? {};
  const view = { ...formOf(asked, request, it.path(asked), values), wrong };
  const body = it.body(view, await it.read(asked), asked);
  const fields = Object.keys(wrong).length > 0;
  return sendScreen(
    reply,
    reply.statusCode,
    <Screen
      frame={visit.frame('customers')}
      title={say(it.title)}
      narrow
      back={{ href: home, words: customerName(customer) }}
    >
      {refusal && (
        <div role="alert">
          <Notice mood="bad">{fields ? say('not_done') : <Refusal of={refusal} />}</Notice>
        </div>
      )}
      {body}
    </Screen>,
  );
}

/** The form of an action. Without a card it is in a dialog. */
export function DeedForm({ form, card = true, upload = false, children }: DeedFormProps) {
  const fields = (
    <form
      class="stack"
      method="post"
      action={form.action}
      enctype={upload ? 'multipart/form-data' : undefined}
    >
      <FormToken token={form.token} />
      {children}
    </form>
  );
  return card ? <Card>{fields}</Card> : fields;
}

interface DeedFormProps {
  form: FormView;
  card?: boolean;
  /** Whether the form takes a file. */
  upload?: boolean;
  children: ComponentChildren;
}

/** The value and the mistake of a field, for the component that draws it. */
export function filled({ values, wrong }: FormView, name: string, otherwise = '') {
  return { name, value: values[name] ?? otherwise, ...(wrong[name] && { wrong: wrong[name] }) };
}
