import { DomainError } from '../../../domain/core/errors.ts';
import { findCustomerRecord } from '../../../domain/listings/customer-store.ts';
import { may } from '../../../domain/operators/roles.ts';
import { sendScreen } from '../access/screens.tsx';
import { idOf } from '../address-id.ts';
import { type Show, textsOf } from '../show.ts';
import { CustomerScreen } from './customer-screen.tsx';
import { CustomersScreen } from './customers-screen.tsx';
import { formOf } from './deed.tsx';
import { customersQuestion, findCustomers } from './find-customers.ts';
import { readCustomer } from './read-customers.ts';
import { timelineQuestion } from './timeline-question.ts';

export const showCustomers: Show = async (deps, visit, request, reply) => {
  const { program, place, frame } = visit;
  const query = textsOf(request.query);
  const question = customersQuestion(program, query);
  const found = await findCustomers(deps, visit, question);
  return sendScreen(
    reply,
    200,
    <CustomersScreen
      frame={frame('customers', question.asked)}
      {...{ place, program, question, done: query.done }}
      {...found}
    />,
  );
};

export const showCustomer: Show = async (deps, visit, request, reply) => {
  const { operator, program, place, frame } = visit;
  const query = textsOf(request.query);
  const id = idOf((request.params as { id: string }).id);
  const found = id === undefined ? undefined : await readCustomer(deps, program, id, timelineQuestion(query));
  if (!found) throw new DomainError('not_found', 'There is no such customer.');
  const home = `${place}/customers/${found.customer.id}`;
  const form = may(operator, 'write_customers', program.id) ? formOf({ deps, home }, request, '') : null;
  return sendScreen(
    reply,
    200,
    <CustomerScreen frame={frame('customers')} {...{ place, program, form, done: query.done }} {...found} />,
  );
};

/** The loyalty page as the customer sees it, but for codes. Nothing can be done on it. */
export const showPage: Show = async (deps, { program, tools }, request, reply) => {
  const id = idOf((request.params as { id: string }).id);
  const customer = id === undefined ? undefined : await findCustomerRecord(deps.db, program.id, id);
  const page =
    customer &&
    (await tools.previewPage(deps, { program, merchant_id: customer.merchant_id, language: null }));
  if (!page) throw new DomainError('not_found', 'There is no such customer.');
  return reply.headers(page.headers).send(page.html);
};
