import { eraseCustomer } from '../../../domain/operations/erase-customer.ts';
import { makeRequest } from '../../../domain/operations/manage-requests.ts';
import { erasureTakesTwo } from '../../../domain/operators/refuse-alone.ts';
import { invalidRequest } from '../../errors.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { countText } from '../design/numbers.ts';
import { customerName } from './customer-words.ts';
import { type Asked, DeedForm, deed, filled } from './deed.tsx';

/** Erases a customer's personal data. */
export const erase = deed({
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
    await eraseCustomer(deps, { program, merchant_id, by });
    return {};
  },
  end: (result, { visit }) =>
    'request_id' in result ? 'requested' : { done: 'erased', at: `${visit.place}/customers` },
});

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
