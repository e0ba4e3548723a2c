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
import { useWording } from '../language/use-wording.ts';
import { withQuery } from '../place.ts';
import type { Show } from '../show.ts';
import { customerName } from './customer-words.ts';
import { type Asked, type CustomerDeed, DeedForm, deed, filled } from './deed.tsx';

const erasure = deed({
  path: () => 'erase',
  title: 'erase_title',
  read: async () => null,
  body: (form, _read, { visit: { program, wording }, customer }) => (
    <>
      <Outcome customer={customer} />
      <DeedForm form={form}>
        <Field
          {...filled(form, 'named')}
          label={wording.say('erase_write', { id: customer.merchant_id })}
          autocomplete="off"
          required
        />
        <div class="row">
          <Button kind="danger">
            {wording.say(erasureTakesTwo(program) ? 'erase_ask' : 'erase_do', {
              name: customerName(customer),
            })}
          </Button>
        </div>
      </DeedForm>
    </>
  ),
  effect: async ({ deps, visit: { program, wording }, customer, form, by }, hooks): Promise<object> => {
    if (form.named?.trim() !== customer.merchant_id)
      throw invalidRequest({ named: wording.say('erase_wrong', { id: customer.merchant_id }) });
    const { merchant_id, id: customer_id } = customer;
    if (erasureTakesTwo(program))
      return makeRequest(deps, { program, customer_id, wanted: { kind: 'erasure' }, by }, hooks);
    try {
      await eraseCustomer(deps, { program, merchant_id, by });
    } catch (error) {
      // Another operator, or a first press of the button, has already erased the customer.
      if (!(await isErased(deps.db, program.id, customer_id))) throw error;
    }
    return {};
  },
  end: (result, { visit }) =>
    'request_id' in result ? 'requested' : { done: 'erased', at: `${visit.place}/customers` },
});

/**
 * A second or late press of the button gets the message that the customer is erased: there is no customer's screen any
 * more.
 */
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
  const { say } = useWording();
  return (
    <div class="grid">
      <Card title={say('erase_goes')} id="goes">
        <ul class="list">
          <li>{say('erase_goes_person')}</li>
          <li>{say('erase_goes_notes')}</li>
          <li>{say('erase_goes_texts')}</li>
          <li>{say('erase_goes_points', { points: customer.points_approved })}</li>
        </ul>
      </Card>
      <Card title={say('erase_stays')} id="stays">
        <ul class="list">
          <li>{say('erase_stays_books')}</li>
          <li>{say('erase_stays_ids')}</li>
          <li>{say('erase_stays_audit', { id: String(customer.id) })}</li>
        </ul>
      </Card>
    </div>
  );
}
