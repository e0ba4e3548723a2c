import { DomainError } from '../../../domain/core/errors.ts';
import { currencyDigits } from '../../../domain/core/money.ts';
import { claimReward } from '../../../domain/operations/claim-reward.ts';
import { explainRewards, type RewardExplanation } from '../../../domain/operations/explain-reward.ts';
import {
  isEnabledForSome,
  type Program,
  type Reward,
  variantFor,
} from '../../../domain/programs/configuration.ts';
import {
  formOf as formOfKind,
  hasVariants,
  leavesAmountOpen,
} from '../../../domain/programs/reward-kinds.ts';
import type { RequestedAmount } from '../../../domain/rewards/requested-discount.ts';
import { invalidRequest } from '../../errors.ts';
import { requestedAmount } from '../../requested-amount.ts';
import { idOf } from '../address-id.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { Table } from '../design/table.tsx';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { withQuery } from '../place.ts';
import { ProgramName } from '../program-name.tsx';
import { nameOf } from '../program-names.ts';
import { zoneOf } from './customer-words.ts';
import { type Asked, DeedForm, deed, type FormView, filled } from './deed.tsx';
import { WhyNot } from './why-not.tsx';

const CHANNEL = 'web';

/** Claims a reward for a customer with the customer's points. */
export const claimFor = deed({
  path: () => 'claim',
  title: 'claim_for_title',
  read: async ({ deps, visit: { program }, customer: { merchant_id }, form }) =>
    rewardOf(program, form) ??
    (await explainRewards(deps, { program, merchant_id, channel: CHANNEL, country: null })),
  body: (form, read, asked) =>
    Array.isArray(read) ? (
      <Rewards rewards={read} asked={asked} />
    ) : (
      <ClaimForm form={form} reward={read} asked={asked} />
    ),
  effect: async ({ deps, visit: { program, wording }, customer, form, by }, hooks) => {
    const reward = rewardOf(program, form);
    if (!reward) throw new DomainError('not_found', 'There is no such reward.');
    return claimReward(
      deps,
      {
        program,
        reward_id: reward.id,
        customer_merchant_id: customer.merchant_id,
        variant_id: form.variant_id,
        discount: discountOf(wording, program, form.discount_amount),
        channel: CHANNEL,
        country: program.site(customer.site_id)!.country,
        by,
      },
      hooks,
    );
  },
  end: () => 'claimed',
});

/** Reads 12.5, or "12,5"; undefined if the field is empty. A comma before three digits may separate thousands. */
function discountOf({ say }: ConsoleWording, { currency }: Program, text = ''): RequestedAmount | undefined {
  const amount = text.trim().replace(/^(\d+),(\d{1,2})$/, '$1.$2');
  if (amount === '') return undefined;
  const read = requestedAmount(amount, currency);
  if (!('complaint' in read)) return read;
  const example = (10).toFixed(currencyDigits(currency));
  throw invalidRequest({ discount_amount: say('claim_wrong_amount', { example }) });
}

function rewardOf(program: Program, form: Asked['form']): Reward | undefined {
  return program.reward(idOf(form.reward) ?? 0);
}

/** The rewards to choose: those that the customer can have now, then the others, each with the reason. */
function Rewards({ rewards, asked }: { rewards: readonly RewardExplanation[]; asked: Asked }) {
  const wording = useWording();
  const { say } = wording;
  const { customer, home } = asked;
  const { program } = asked.visit;
  const enabled = rewards.filter(({ reward }) => isEnabledForSome(reward));
  if (enabled.length === 0) {
    return (
      <EmptyState icon="gift" title={say('claim_no_reward')}>
        {say('claim_no_reward_about')}
      </EmptyState>
    );
  }
  const reader = { wording, program, zone: zoneOf(program, customer) };
  const now = enabled.filter(({ obstacles }) => obstacles.length === 0);
  const later = enabled.filter(({ obstacles }) => obstacles.length > 0);
  return (
    <Card flush>
      <Table
        caption={say('rewards')}
        stacks
        columns={[{ name: say('reward') }, { name: say('points'), number: true }, { name: '' }]}
        rows={[...now, ...later].map(({ reward, obstacles }) => [
          <span class="long-text">
            <ProgramName program={program} subject="reward" of={reward.key} />
            {obstacles.map((one) => (
              <span class="muted small reason">
                <WhyNot reader={reader} of={one} />
              </span>
            ))}
          </span>,
          costText(wording, reward, customer.tier_id),
          obstacles.length === 0 && (
            <ButtonLink low href={withQuery(`${home}/claim`, { reward: String(reward.id) })}>
              {say('choose')}
            </ButtonLink>
          ),
        ])}
      />
    </Card>
  );
}

function costText({ say, count }: ConsoleWording, reward: Reward, tierId: number | null): string {
  const { cost } = variantFor(reward, tierId);
  return cost.kind === 'fixed' ? count(cost.points) : say('claim_by_amount');
}

function ClaimForm({ form, reward, asked }: { form: FormView; reward: Reward; asked: Asked }) {
  const wording = useWording();
  const { say } = wording;
  const { program } = asked.visit;
  const { properties } = reward;
  const { customer, home } = asked;
  return (
    <DeedForm form={form}>
      <input type="hidden" name="reward" value={reward.id} />
      <p>
        {say('claim_cost', {
          reward: nameOf(program, 'reward', reward.key, wording.language),
          cost: costText(wording, reward, customer.tier_id),
          points: customer.points_approved,
        })}
      </p>
      {hasVariants(properties) && (
        <Field
          {...filled(form, 'variant_id')}
          label={say('claim_variant')}
          options={properties.product.variants.map(({ id, title }) => [id, title ?? id] as const)}
        />
      )}
      {leavesAmountOpen(properties) && (
        <Field
          {...filled(form, 'discount_amount')}
          label={say('claim_discount', { currency: program.currency })}
          inputmode="decimal"
          autocomplete="off"
          required
        />
      )}
      {formOfKind(reward.kind) === 'cart_line' && <p class="muted">{say('claim_in_cart')}</p>}
      <div class="row">
        <Button kind="main">{say('claim_it')}</Button>
        <ButtonLink href={`${home}/claim`}>{say('claim_another')}</ButtonLink>
      </div>
    </DeedForm>
  );
}
