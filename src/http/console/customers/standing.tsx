import { setTier, unsetTier } from '../../../domain/operations/set-tier.ts';
import { updateCustomer } from '../../../domain/operations/update-customer.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { invalidRequest } from '../../errors.ts';
import { Button } from '../design/button.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { nameOf } from '../program-names.ts';
import { DeedForm, deed, type FormView, filled } from './deed.tsx';

/** Blocks a customer, or lifts the block. */
export const block = deed({
  path: () => 'block',
  title: 'Block or unblock',
  read: async () => null,
  body: (form, _read, { customer }) => <BlockForm form={form} blocked={customer.blocked_at !== null} />,
  effect: ({ deps, visit: { program }, customer, form, by }, hooks) => {
    const changes = { blocked: form.blocked === 'yes' };
    return updateCustomer(deps, { program, customer_id: customer.id, changes, by }, hooks);
  },
  end: (_result, { form }) => (form.blocked === 'yes' ? 'blocked' : 'unblocked'),
});

/** The value of the form for no such tier. */
const NONE = '-';

/** Puts a customer into a tier that operators give, or takes it out again. */
export const tier = deed({
  path: () => 'tier',
  title: 'Give a tier',
  read: async () => null,
  body: (form, _read, { visit: { program }, customer }) => (
    <TierForm form={form} program={program} held={customer.tier_id} />
  ),
  effect: async ({ deps, visit: { program }, customer, form, by }) => {
    const whom = { program, customer_merchant_id: customer.merchant_id, by };
    if (form.tier === NONE) return unsetTier(deps, whom);
    const given = program.conditional_tiers.find(({ key }) => key === form.tier);
    if (!given) throw invalidRequest({ tier: 'Choose one of these tiers.' });
    return setTier(deps, { ...whom, tier_key: given.key });
  },
  end: ({ changed }) => (changed ? 'tier_set' : 'tier_same'),
});

function BlockForm({ form, blocked }: { form: FormView; blocked: boolean }) {
  return (
    <DeedForm form={form}>
      <input type="hidden" name="blocked" value={blocked ? 'no' : 'yes'} />
      {blocked ? (
        <p>
          The customer can earn and claim again. Everything that fell due meanwhile is done at once, and the
          tier is the one that was earned.
        </p>
      ) : (
        <p>
          Until you unblock the customer, they earn nothing, claim nothing and use no reward. They keep their
          points.
        </p>
      )}
      <div class="row">
        <Button kind={blocked ? 'main' : 'danger'}>
          {blocked ? 'Unblock the customer' : 'Block the customer'}
        </Button>
      </div>
    </DeedForm>
  );
}

function TierForm({ form, program, held }: { form: FormView; program: Program; held: number | null }) {
  const given = program.conditional_tiers;
  const now = given.find(({ id }) => id === held);
  if (given.length === 0) {
    return (
      <EmptyState icon="ticket" title="No tier is given by hand">
        The other tiers are earned. A tier without a bound in the program file can be given here.
      </EmptyState>
    );
  }
  return (
    <DeedForm form={form}>
      <Field
        {...filled(form, 'tier', now?.key ?? given[0]!.key)}
        label="Tier"
        options={[
          ...given.map(({ key }) => [key, nameOf(program, 'tier', key)] as const),
          [NONE, 'None of these: the tier that was earned'],
        ]}
        help="It stays until somebody takes it away: no order and no date changes it."
      />
      <div class="row">
        <Button kind="main">Give the tier</Button>
      </div>
    </DeedForm>
  );
}
