import { DomainError } from '../../../domain/core/errors.ts';
import type { CustomerRow } from '../../../domain/customers/customer-row.ts';
import { findCustomer } from '../../../domain/customers/find-customer.ts';
import { findByEmail } from '../../../domain/customers/store.ts';
import {
  type MergePreview,
  mergeCustomers,
  previewMerge,
} from '../../../domain/operations/merge-customers.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { invalidRequest } from '../../errors.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { countText, momentText } from '../design/numbers.ts';
import { Table } from '../design/table.tsx';
import { customerName, zoneOf } from './customer-words.ts';
import { type Asked, DeedForm, deed, type FormView, filled } from './deed.tsx';
import { refusalText } from './refusal-words.ts';
import { tierName } from './tier-name.ts';

type Preview = { preview: MergePreview } | { refusal: string } | null;

/** Merges a customer into another, after a look at the result. */
export const merge = deed({
  path: () => 'merge',
  title: 'Merge into another customer',
  read: readPreview,
  body: (form, read, asked) =>
    read && 'preview' in read ? (
      <Result form={form} preview={read.preview} asked={asked} />
    ) : (
      <AskOther form={form} refusal={read?.refusal} asked={asked} />
    ),
  effect: async ({ deps, visit: { program }, customer, form, by }, hooks) => {
    const other = await findOther(deps, program, form);
    if (!other) throw invalidRequest({ into: NOBODY });
    const { merchant_id } = customer;
    return mergeCustomers(deps, { program, merchant_id, into: other.merchant_id, by }, hooks);
  },
  end: () => 'merged',
});

const NOBODY = 'There is no customer of this id or email.';

/** By the id in the store, or by the whole email. */
async function findOther(
  { db }: Pick<Asked['deps'], 'db'>,
  { id }: Program,
  { into = '' }: Asked['form'],
): Promise<CustomerRow | undefined> {
  const named = into.replaceAll('\0', '').trim();
  if (named === '') return undefined;
  return (await findCustomer(db, id, named)) ?? (await findByEmail(db, id, named));
}

async function readPreview({ deps, visit: { program }, customer, form }: Asked): Promise<Preview> {
  if (form.into === undefined) return null;
  const other = await findOther(deps, program, form);
  if (!other) return { refusal: NOBODY };
  const { merchant_id } = customer;
  try {
    const preview = await previewMerge(deps, { program, merchant_id, into: other.merchant_id });
    return preview ? { preview } : { refusal: 'The two are one customer already.' };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refusal: error.code === 'invalid_request' ? 'This is the same customer.' : refusalText(error) };
  }
}

function AskOther({ form, refusal, asked }: { form: FormView; refusal: string | undefined; asked: Asked }) {
  const { wrong: _, ...field } = filled(form, 'into');
  return (
    <Card>
      <form class="stack" method="get" action={form.action}>
        <p>
          For two customers who are one person. {customerName(asked.customer)} goes, the other stays and gets
          all that both have.
        </p>
        <Field
          {...field}
          label="The customer who stays"
          help="The id in the store, or the whole email"
          autocomplete="off"
          required
          {...(refusal && { wrong: refusal })}
        />
        <div class="row">
          <Button kind="main">Look at the result</Button>
        </div>
      </form>
    </Card>
  );
}

const COLUMNS = [{ name: '' }, { name: 'Goes' }, { name: 'Stays' }, { name: 'After the merge' }];

function Result({ form, preview, asked }: { form: FormView; preview: MergePreview; asked: Asked }) {
  const { program } = asked.visit;
  const zone = zoneOf(program, asked.customer);
  const all = [preview.from, preview.into, preview.survivor];
  const row = (name: string, text: (one: CustomerRow) => string | null) => [name, ...all.map(text)];
  return (
    <>
      <Card flush>
        <Table
          caption="The result of the merge"
          columns={COLUMNS}
          rows={[
            row('Name', customerName),
            row('Email', ({ email }) => email),
            row('Points', ({ points_approved }) => countText(points_approved)),
            row('Pending', ({ points_pending }) => countText(points_pending)),
            row('Spent', ({ points_spent }) => countText(points_spent)),
            row('Tier', ({ tier_id }) => (tier_id === null ? null : tierName(program, tier_id))),
            row('Member since', ({ enrolled_at }) =>
              enrolled_at === null ? null : momentText(enrolled_at, zone),
            ),
          ]}
        />
      </Card>
      <DeedForm form={form}>
        <input type="hidden" name="into" value={form.values.into} />
        <p>
          Orders, activities, rewards, referrals and notes of {customerName(preview.from)} go along. Both ids
          lead to {customerName(preview.survivor)} from then on. Nobody can undo it.
        </p>
        <div class="row">
          <Button kind="danger">
            Merge {customerName(preview.from)} into {customerName(preview.into)}
          </Button>
          <ButtonLink href={form.action}>Another customer</ButtonLink>
        </div>
      </DeedForm>
    </>
  );
}
