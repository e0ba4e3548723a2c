import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/core/errors.ts';
import { findCustomerRecord } from '../../../domain/listings/customer-store.ts';
import { may } from '../../../domain/operators/roles.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { idOf } from '../address-id.ts';
import { withQuery } from '../place.ts';
import { type Show, textsOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import { CustomerScreen } from './customer-screen.tsx';
import { CustomersScreen } from './customers-screen.tsx';
import { formOf } from './deed.tsx';
import {
  type CustomersQuestion,
  customersQuestion,
  type FoundPage,
  findCustomers,
  queryOf,
} from './find-customers.ts';
import { readCustomer } from './read-customers.ts';
import { timelineQuestion } from './timeline-question.ts';

export const showCustomers: Show = async (deps, visit, request, reply) => {
  const query = textsOf(request.query);
  const question = customersQuestion(visit.program, query);
  const found = await findCustomers(deps, visit, question, false);
  return sendCustomers(deps, visit, request, reply, { question, found, done: query.done });
};

/**
 * The search uses a form, so that no address contains a code: browsers, proxies and logs store addresses. If the result
 * has an address that may be shared, the form redirects to it. While the operator still types, the screen stays.
 */
export const searchCustomers: Show = async (deps, visit, request, reply) => {
  const { parameters } = parametersOfForm(request);
  const question = customersQuestion(visit.program, { ...parameters, after: undefined, before: undefined });
  const found = await findCustomers(deps, visit, question, true);
  const address = addressOf(visit, question, found);
  if (address !== undefined && parameters.live === undefined) return leadTo(reply, address);
  return sendCustomers(deps, visit, request, reply, { question, found, done: undefined });
};

function sendCustomers(
  deps: Deps,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  { question, found, done }: { question: CustomersQuestion; found: FoundPage; done: string | undefined },
): FastifyReply {
  const { program, place, frame } = visit;
  const view = { place, program, question, done, token: operatorFormToken(deps, request) };
  const address = addressOf(visit, question, found);
  return sendScreen(
    reply,
    200,
    <CustomersScreen frame={frame('customers', question.asked)} {...view} {...found} address={address} />,
  );
}

/**
 * The address of the result. undefined: the text may be a code, and a reader of the address could use it. The text is a
 * code if it found a customer as a code, and may be a mistyped code if it found nobody.
 */
function addressOf(
  { place, program }: Visit,
  question: CustomersQuestion,
  { page, found }: FoundPage,
): string | undefined {
  const byCode = [...found.values()].some(({ by }) => by === 'code');
  const secret = question.asked !== '' && (byCode || page.rows.length === 0);
  return secret ? undefined : withQuery(`${place}/customers`, queryOf(program, question));
}

export const showCustomer: Show = async (deps, visit, request, reply) => {
  const { operator, program, place, frame } = visit;
  const query = textsOf(request.query);
  const id = idOf((request.params as { id: string }).id);
  const question = { shown: timelineQuestion(query), notes_before: idOf(query.notes) };
  const found = id === undefined ? undefined : await readCustomer(deps, program, id, question);
  if (!found) throw new DomainError('not_found', 'There is no such customer.');
  const home = `${place}/customers/${found.customer.id}`;
  const form = may(operator, 'write_customers', program.id) ? formOf({ deps, home }, request, '') : null;
  return sendScreen(
    reply,
    200,
    <CustomerScreen frame={frame('customers')} {...{ place, program, form, done: query.done }} {...found} />,
  );
};

/** The loyalty page as the customer sees it, but without codes. Nothing can be done on it. */
export const showPage: Show = async (deps, { program, tools }, request, reply) => {
  const id = idOf((request.params as { id: string }).id);
  const customer = id === undefined ? undefined : await findCustomerRecord(deps.db, program.id, id);
  const page =
    customer &&
    (await tools.previewPage(deps, { program, merchant_id: customer.merchant_id, language: null }));
  if (!page) throw new DomainError('not_found', 'There is no such customer.');
  return reply.headers(page.headers).send(page.html);
};
