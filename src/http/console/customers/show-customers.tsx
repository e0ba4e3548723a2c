import { DomainError } from '../../../domain/core/errors.ts';
import { may } from '../../../domain/operators/roles.ts';
import { sendScreen } from '../access/screens.tsx';
import { pagePlace } from '../page-place.ts';
import { type Show, textsOf } from '../show.ts';
import { CustomerScreen } from './customer-screen.tsx';
import { CustomersScreen } from './customers-screen.tsx';
import { formOf, idOf } from './deed.tsx';
import { MOST_ASKED, readCustomer, readCustomers } from './read-customers.ts';

export const showCustomers: Show = async (deps, { program, place, frame }, request, reply) => {
  const query = textsOf(request.query);
  const asked = (query.q ?? '').trim().slice(0, MOST_ASKED);
  const page = await readCustomers(deps, program, asked, pagePlace(query));
  return sendScreen(
    reply,
    200,
    <CustomersScreen
      frame={frame('customers', asked)}
      place={place}
      program={program}
      asked={asked}
      page={page}
      done={query.done}
    />,
  );
};

export const showCustomer: Show = async (deps, visit, request, reply) => {
  const { operator, program, place, frame } = visit;
  const query = textsOf(request.query);
  const id = idOf((request.params as { id: string }).id);
  const found = id === undefined ? undefined : await readCustomer(deps, program, id, pagePlace(query));
  if (!found) throw new DomainError('not_found', 'There is no such customer.');
  const home = `${place}/customers/${found.customer.id}`;
  const form = may(operator, 'write_customers', program.id) ? formOf({ deps, home }, request, '') : null;
  return sendScreen(
    reply,
    200,
    <CustomerScreen frame={frame('customers')} {...{ place, program, form, done: query.done }} {...found} />,
  );
};
