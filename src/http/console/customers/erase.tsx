import { isErased } from '../../../domain/listings/customer-store.ts';
import { eraseCustomer } from '../../../domain/operations/erase-customer.ts';
import { makeRequest } from '../../../domain/operations/manage-requests.ts';
import { erasureTakesTwo } from '../../../domain/operators/refuse-alone.ts';
import { invalidRequest } from '../../errors.ts';
import { leadTo } from '../access/screens.tsx';
import { idOf } from '../address-id.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { countText } from '../design/numbers.ts';
import { withQuery } from '../place.ts';
import type { Show } from '../show.ts';
import { customerName } from './customer-words.ts';
import { type Asked, type CustomerDeed, DeedForm, deed, filled } from './deed.tsx';

const erasure = deed({
  path: () => 'erase',
  title: 'Erase the customer',
  read: async () => null,
  body: (form, _read, { visit: { program }, customer }) => (
    <>
      <Outcome customer={customer} />
      <DeedForm form={form}>
        <Field
          {...filled(form, 'named')}
          label={`Write ${customer.merchant_id} to go on`}
          autocomplete="off"
          required
        />
        <div class="row">
          <Button kind="danger">
            {erasureTakesTwo(program) ? 'Ask a colleague to erase' : 'Erase'} {customerName(customer)}
          </Button>
        </div>
      </DeedForm>
    </>
  ),
  effect: async ({ deps, visit: { program }, customer, form, by }, hooks): Promise<object> => {
    if (form.named?.trim() !== customer.merchant_id)
      throw invalidRequest({ named: `This is not ${customer.merchant_id}.` });
    const { merchant_id, id: customer_id } = customer;
    if (erasureTakesTwo(program))
      return makeRequest(deps, { program, customer_id, wish: { kind: 'erasure' }, by }, hooks);
    try {
      await eraseCustomer(deps, { program, merchant_id, by });
    } catch (error) {
      // Somebody else, or a second press, was faster.
      if (!(await isErased(deps.db, program.id, customer_id))) throw error;
    }
    return {};
  },
  end: (result, { visit }) =>
    'request_id' in result ? 'requested' : { done: 'erased', at: `${visit.place}/customers` },
});

/** A second press of the button, or one that comes late, is told that it is done: the customer has no screen any more. */
const unlessErased =
  (show: Show): Show =>
  async (deps, visit, request, reply) => {
    const id = idOf((request.params as { id: string }).id) ?? 0;
    if (!(await isErased(deps.db, visit.program.id, id))) return show(deps, visit, request, reply);
    return leadTo(reply, withQuery(`${visit.place}/customers`, { done: 'erased_before' }));
  };

/** Erases a customer's personal data. */
export const erase: CustomerDeed = {
  show: unlessErased(erasure.show),
  act: unlessErased(erasure.act),
};

function Outcome({ customer }: Pick<Asked, 'customer'>) {
  return (
    <div class="grid">
      <Card title="Goes for ever" id="goes">
        <ul class="list">
          <li>
            Email, name, birthday, metadata and the id in the store, also of customers merged into this one
          </li>
          <li>Notes of colleagues, carts, sessions, stored answers, messages of webhooks</li>
          <li>Texts of orders, and the marks by which referred friends are known</li>
          <li>
            The way to the {countText(customer.points_approved)} points: nobody finds the customer by any name
          </li>
        </ul>
      </Card>
      <Card title="Stays, without a name" id="stays">
        <ul class="list">
          <li>The books: transactions, activities, claimed rewards and orders, so that reports stay right</li>
          <li>Ids that your store gave to orders and activities</li>
          <li>The audit: that you erased customer {customer.id}</li>
        </ul>
      </Card>
    </div>
  );
}
