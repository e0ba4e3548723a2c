import { setTier, unsetTier } from '../../../domain/operations/set-tier.ts';
import { updateCustomer } from '../../../domain/operations/update-customer.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { invalidRequest } from '../../errors.ts';
import { Button } from '../design/button.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { useWording } from '../language/use-wording.ts';
import { nameOf } from '../program-names.ts';
import { DeedForm, deed, type FormView, filled } from './deed.tsx';

/** Blocks a customer, or lifts the block. */
export const block = deed({
  path: () => 'block',
  title: 'block_title',
  read: async () => null,
  body: (form, _read, { customer }) => <BlockForm form={form} blocked={customer.blocked_at !== null} />,
  effect: ({ deps, visit: { program }, customer, form, by }, hooks) => {
    const changes = { blocked: form.blocked === 'yes' };
    return updateCustomer(deps, { program, customer_id: customer.id, changes, by }, hooks);
  },
  end: (_result, { form }) => (form.blocked === 'yes' ? 'blocked' : 'unblocked'),
});

/** The form's value for no tier. */
const NONE = '-';

/** Puts a customer into a tier that operators give, or removes the customer from it. */
export const tier = deed({
  path: () => 'tier',
  title: 'customer_give_tier',
  read: async () => null,
  body: (form, _read, { visit: { program }, customer }) => (
    <TierForm form={form} program={program} held={customer.tier_id} />
  ),
  effect: async ({ deps, visit: { program, wording }, customer, form, by }) => {
    const whom = { program, customer_merchant_id: customer.merchant_id, by };
    if (form.tier === NONE) return unsetTier(deps, whom);
    const given = program.conditional_tiers.find(({ key }) => key === form.tier);
    if (!given) throw invalidRequest({ tier: wording.say('tier_wrong') });
    return setTier(deps, { ...whom, tier_key: given.key });
  },
  end: ({ changed }) => (changed ? 'tier_set' : 'tier_same'),
});

function BlockForm({ form, blocked }: { form: FormView; blocked: boolean }) {
  const { say } = useWording();
  return (
    <DeedForm form={form}>
      <input type="hidden" name="blocked" value={blocked ? 'no' : 'yes'} />
      <p>{say(blocked ? 'unblock_about' : 'block_about')}</p>
      <div class="row">
        <Button kind={blocked ? 'main' : 'danger'}>
          {say(blocked ? 'unblock_customer' : 'block_customer')}
        </Button>
      </div>
    </DeedForm>
  );
}

function TierForm({ form, program, held }: { form: FormView; program: Program; held: number | null }) {
  const { say, language } = useWording();
  const given = program.conditional_tiers;
  const now = given.find(({ id }) => id === held);
  if (given.length === 0) {
    return (
      <EmptyState icon="ticket" title={say('tier_none_given')}>
        {say('tier_none_given_about')}
      </EmptyState>
    );
  }
  return (
    <DeedForm form={form}>
      <Field
        {...filled(form, 'tier', now?.key ?? given[0]!.key)}
        label={say('tier')}
        options={[
          ...given.map(({ key }) => [key, nameOf(program, 'tier', key, language)] as const),
          [NONE, say('tier_earned')],
        ]}
        help={say('tier_about')}
      />
      <div class="row">
        <Button kind="main">{say('tier_give')}</Button>
      </div>
    </DeedForm>
  );
}
