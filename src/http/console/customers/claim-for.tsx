import { DomainError } from '../../../domain/core/errors.ts';
import { claimReward } from '../../../domain/operations/claim-reward.ts';
import { type Program, type Reward, variantFor } from '../../../domain/programs/configuration.ts';
import {
  formOf as formOfKind,
  hasVariants,
  leavesAmountOpen,
} from '../../../domain/programs/reward-kinds.ts';
import { requestedAmount } from '../../requested-amount.ts';
import { idOf } from '../address-id.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { countText } from '../design/numbers.ts';
import { Table } from '../design/table.tsx';
import { withQuery } from '../place.ts';
import { nameOf } from '../program-names.ts';
import { type Asked, DeedForm, deed, type FormView, filled } from './deed.tsx';

/** Claims a reward for a customer, with the customer's points. */
export const claimFor = deed({
  path: () => 'claim',
  title: 'Claim a reward for the customer',
  read: async ({ visit: { program }, form }) => rewardOf(program, form),
  body: (form, reward, asked) =>
    reward ? <ClaimForm form={form} reward={reward} asked={asked} /> : <Rewards asked={asked} />,
  effect: async ({ deps, visit: { program }, customer, form, by }, hooks) => {
    const reward = rewardOf(program, form);
    if (!reward) throw new DomainError('not_found', 'There is no such reward.');
    return claimReward(
      deps,
      {
        program,
        reward_id: reward.id,
        customer_merchant_id: customer.merchant_id,
        variant_id: form.variant_id,
        discount: form.discount_amount ? requestedAmount(form.discount_amount, program.currency) : undefined,
        channel: 'web',
        country: program.site(customer.site_id)!.country,
        by,
      },
      hooks,
    );
  },
  end: () => 'claimed',
});

function rewardOf(program: Program, form: Asked['form']): Reward | undefined {
  return program.reward(idOf(form.reward) ?? 0);
}

const COLUMNS = [{ name: 'Reward' }, { name: 'Points', number: true }, { name: '' }];

/** The rewards that are enabled in the customer's tier. */
function Rewards({ asked: { visit, customer, home } }: { asked: Asked }) {
  const { program } = visit;
  const enabled = program.rewards.filter((reward) => variantFor(reward, customer.tier_id).enabled);
  if (enabled.length === 0) {
    return (
      <EmptyState icon="gift" title="No reward can be claimed">
        Rewards of the program file that are enabled for the customer’s tier stand here.
      </EmptyState>
    );
  }
  return (
    <Card flush>
      <Table
        caption="Rewards"
        columns={COLUMNS}
        rows={enabled.map((reward) => [
          nameOf(program, 'reward', reward.key),
          costText(reward, customer.tier_id),
          <ButtonLink low href={withQuery(`${home}/claim`, { reward: String(reward.id) })}>
            Choose
          </ButtonLink>,
        ])}
      />
    </Card>
  );
}

function costText(reward: Reward, tierId: number | null): string {
  const { cost } = variantFor(reward, tierId);
  return cost.kind === 'fixed' ? countText(cost.points) : 'by amount';
}

function ClaimForm({ form, reward, asked }: { form: FormView; reward: Reward; asked: Asked }) {
  const { program } = asked.visit;
  const { properties } = reward;
  const { customer, home } = asked;
  return (
    <DeedForm form={form}>
      <input type="hidden" name="reward" value={reward.id} />
      <p>
        <strong>{nameOf(program, 'reward', reward.key)}</strong> for {costText(reward, customer.tier_id)} of{' '}
        {countText(customer.points_approved)} points.
      </p>
      {hasVariants(properties) && (
        <Field
          {...filled(form, 'variant_id')}
          label="Variant"
          options={properties.product.variants.map(({ id, title }) => [id, title ?? id] as const)}
        />
      )}
      {leavesAmountOpen(properties) && (
        <Field
          {...filled(form, 'discount_amount')}
          label={`Discount in ${program.currency}`}
          inputmode="decimal"
          autocomplete="off"
          required
        />
      )}
      {formOfKind(reward.kind) === 'cart_line' && (
        <p class="muted">
          The product waits for the customer’s next cart, until it is put there or given back.
        </p>
      )}
      <div class="row">
        <Button kind="main">Claim it</Button>
        <ButtonLink href={`${home}/claim`}>Another reward</ButtonLink>
      </div>
    </DeedForm>
  );
}
