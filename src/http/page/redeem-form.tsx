import { currencyDigits } from '../../domain/core/money.ts';
import {
  type CartVariableDiscountProperties,
  isInForm,
  leavesAmountOpen,
  type ProductCartProperties,
} from '../../domain/programs/reward-kinds.ts';
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { presentCost } from '../shared/present-cost.ts';
import { ActionForm } from './action-form.tsx';
import type { PageContext } from './page-context.ts';
import { ProgramWords } from './program-words.tsx';
import type { Offer } from './reward-offer.ts';

interface RedeemFormProps {
  page: PageContext;
  offer: Offer;
  customer: StorefrontCustomer;
}

/** Opens the questions before a redemption: the choice that the reward offers, and a confirmation. */
export function RedeemForm({ page, offer, customer }: RedeemFormProps) {
  const { say, view, points } = page;
  const { reward, variant } = offer;
  const { cost, cost_text } = presentCost(view, variant);
  const id = `redeem-${reward.id}`;
  return (
    <details class="act" name="act">
      <summary class="button" id={id} aria-labelledby={`${id} reward-${reward.id}`}>
        <span class="shut">{say('page_redeem', {})}</span>
        <span class="open">{say('page_cancel', {})}</span>
      </summary>
      <ActionForm page={page} action={`rewards/${reward.id}/redeem`}>
        <Choice {...{ page, offer, customer }} />
        {cost.kind === 'fixed' && (
          <p class="small">
            {say('page_redeem_left', { amount: points(customer.row.points_approved - cost.points) })}
          </p>
        )}
        <button type="submit" class="button">
          {cost.kind === 'fixed' ? say('page_redeem_for', { cost: cost_text }) : say('page_redeem', {})}
        </button>
      </ActionForm>
    </details>
  );
}

function Choice({ page, offer, customer }: RedeemFormProps) {
  const { properties } = offer.reward;
  if (isInForm(properties, 'cart_line')) {
    return <Variants page={page} offer={offer} customer={customer} {...properties} />;
  }
  if (leavesAmountOpen(properties)) {
    return <Amount page={page} offer={offer} customer={customer} {...properties} />;
  }
  return null;
}

/** The choice of a product's variant. If there is only one variant, nothing is asked. */
function Variants({ page, offer, customer, product }: RedeemFormProps & Omit<ProductCartProperties, 'kind'>) {
  const { reward } = offer;
  const variants = product.variants.map((variant) => ({
    ...variant,
    isGone: customer.stock.remaining(reward.id, variant.id) === 0,
  }));
  const [only] = variants;
  if (variants.length === 1) return <input type="hidden" name="variant_id" value={only!.id} />;
  const chosen = variants.find(({ isGone }) => !isGone);
  return (
    <fieldset>
      <legend>{page.say('page_redeem_variant', {})}</legend>
      {variants.map(({ id, title, isGone }) => (
        <label key={id} class={isGone ? 'choice gone' : 'choice'}>
          <input
            type="radio"
            name="variant_id"
            value={id}
            required
            disabled={isGone}
            checked={id === chosen?.id}
          />
          {title === null ? <bdi>{id}</bdi> : <ProgramWords page={page} text={title} />}
          {isGone && <span class="small"> {page.say('page_reward_out_of_stock', {})}</span>}
        </label>
      ))}
    </fieldset>
  );
}

/** The choice of an open discount. The points limit the amount. */
function Amount({
  page,
  offer,
  customer,
  minimum_discount_minor: least,
  maximum_discount_minor,
}: RedeemFormProps & Omit<CartVariableDiscountProperties, 'kind'>) {
  const { view, say } = page;
  const { cost } = offer.variant;
  const most = cost.kind === 'fixed' ? maximum_discount_minor : affordable(page, cost, customer);
  const [from, to] = [view.money(least), view.money(Math.min(most, maximum_discount_minor))];
  return (
    <label class="field">
      {say('page_redeem_amount', { from: from.formatted, to: to.formatted })}
      <input
        type="number"
        name="discount_amount"
        inputmode="decimal"
        required
        min={from.amount}
        max={to.amount}
        step={1 / 10 ** currencyDigits(view.currency)}
        value={from.amount}
      />
    </label>
  );
}

/** The largest discount for which the points are enough, in minor units of the program's currency. */
function affordable(
  { view }: PageContext,
  { points_per_unit }: { points_per_unit: number },
  { row }: StorefrontCustomer,
): number {
  return Math.floor((row.points_approved * 10 ** currencyDigits(view.program.currency)) / points_per_unit);
}
