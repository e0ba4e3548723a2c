import type { ComponentChildren } from 'preact';
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
import { Moment } from '../design/moment.tsx';
import { Table } from '../design/table.tsx';
import { useWording } from '../language/use-wording.ts';
import { customerName, zoneOf } from './customer-words.ts';
import { type Asked, DeedForm, deed, type FormView, filled } from './deed.tsx';
import { refusalText } from './refusal-words.ts';
import { tierName } from './tier-name.ts';

type Preview = { preview: MergePreview } | { refusal: string } | null;

/** Merges a customer into another, after a preview of the result. */
export const merge = deed({
  path: () => 'merge',
  title: 'merge_title',
  read: readPreview,
  body: (form, read, asked) =>
    read && 'preview' in read ? (
      <Result form={form} preview={read.preview} asked={asked} />
    ) : (
      <AskOther form={form} refusal={read?.refusal} asked={asked} />
    ),
  effect: async ({ deps, visit: { program, wording }, customer, form, by }, hooks) => {
    const other = await findOther(deps, program, form);
    if (!other) throw invalidRequest({ into: wording.say('merge_nobody') });
    const { merchant_id } = customer;
    return mergeCustomers(deps, { program, merchant_id, into: other.merchant_id, by }, hooks);
  },
  end: () => 'merged',
});

/** Finds the other customer by the id in the store, or by the whole email. */
async function findOther(
  { db }: Pick<Asked['deps'], 'db'>,
  { id }: Program,
  { into = '' }: Asked['form'],
): Promise<CustomerRow | undefined> {
  const named = into.replaceAll('\0', '').trim();
  if (named === '') return undefined;
  return (await findCustomer(db, id, named)) ?? (await findByEmail(db, id, named));
}

async function readPreview({ deps, visit: { program, wording }, customer, form }: Asked): Promise<Preview> {
  if (form.into === undefined) return null;
  const { say } = wording;
  const other = await findOther(deps, program, form);
  if (!other) return { refusal: say('merge_nobody') };
  const { merchant_id } = customer;
  try {
    const preview = await previewMerge(deps, { program, merchant_id, into: other.merchant_id });
    return preview ? { preview } : { refusal: say('merge_one_already') };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'invalid_request') return { refusal: say('merge_same') };
    return { refusal: refusalText(wording, error) ?? error.message };
  }
}

function AskOther({ form, refusal, asked }: { form: FormView; refusal: string | undefined; asked: Asked }) {
  const { say } = useWording();
  const { wrong: _, ...field } = filled(form, 'into');
  return (
    <Card>
      <form class="stack" method="get" action={form.action}>
        <p>{say('merge_about', { name: customerName(asked.customer) })}</p>
        <Field
          {...field}
          label={say('merge_into')}
          help={say('merge_into_about')}
          autocomplete="off"
          required
          {...(refusal && { wrong: refusal })}
        />
        <div class="row">
          <Button kind="main">{say('merge_look')}</Button>
        </div>
      </form>
    </Card>
  );
}

function Result({ form, preview, asked }: { form: FormView; preview: MergePreview; asked: Asked }) {
  const { say, count, language } = useWording();
  const { program } = asked.visit;
  const zone = zoneOf(program, asked.customer);
  const all = [preview.from, preview.into, preview.survivor];
  const row = (name: string, text: (one: CustomerRow) => ComponentChildren) => [name, ...all.map(text)];
  return (
    <>
      <Card flush>
        <Table
          caption={say('merge_result')}
          columns={[
            { name: '' },
            { name: say('merge_goes') },
            { name: say('merge_stays') },
            { name: say('merge_after') },
          ]}
          rows={[
            row(say('name'), customerName),
            row(say('customer_email'), ({ email }) => email),
            row(say('points'), ({ points_approved }) => count(points_approved)),
            row(say('pending'), ({ points_pending }) => count(points_pending)),
            row(say('merge_spent'), ({ points_spent }) => count(points_spent)),
            row(say('tier'), ({ tier_id }) =>
              tier_id === null ? null : tierName(program, tier_id, language),
            ),
            row(say('customer_member_since'), ({ enrolled_at }) =>
              enrolled_at === null ? null : <Moment at={enrolled_at} zone={zone} />,
            ),
          ]}
        />
      </Card>
      <DeedForm form={form}>
        <input type="hidden" name="into" value={form.values.into} />
        <p>
          {say('merge_sure', { from: customerName(preview.from), survivor: customerName(preview.survivor) })}
        </p>
        <div class="row">
          <Button kind="danger">
            {say('merge_do', { from: customerName(preview.from), into: customerName(preview.into) })}
          </Button>
          <ButtonLink href={form.action}>{say('merge_another')}</ButtonLink>
        </div>
      </DeedForm>
    </>
  );
}
