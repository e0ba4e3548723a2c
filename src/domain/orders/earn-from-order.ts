import type { Deps } from '../../deps.ts';
import { DomainError } from '../errors.ts';
import { type Program, type Rule, type RuleVariant, variantFor } from '../programs/configuration.ts';
import { type Award, awardCompletion } from '../rules/award-completion.ts';
import { listOpenRules } from '../rules/open-rules.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';
import { type CountedOrder, countedAmount, refundableAmount } from './counted-amount.ts';
import type { OrderRow } from './order.ts';
import { purchasePoints } from './purchase-points.ts';
import { takeBackRefunded } from './take-back-refunded.ts';
import type { EarningBasis } from './taken-back.ts';

/** Nine thousand orders of so many points still add up to an exact integer. */
const MAX_POINTS_OF_AN_ORDER = 1_000_000_000_000;

/** Refuses an order, invalid_request, that would earn more points by a rule than a balance can hold. */
export function refuseExcess(program: Program, tierId: number | null, order: CountedOrder): void {
  for (const rule of program.rules) {
    const { enabled, result } = variantFor(rule, tierId);
    const amount = countedAmount(program, rule, order);
    if (!enabled || result.kind !== 'points' || amount === undefined) continue;
    if (purchasePoints(result, amount).points <= MAX_POINTS_OF_AN_ORDER) continue;
    const ofLines = rule.kind === 'product_purchase' || rule.kind === 'collection_purchase';
    throw new DomainError('invalid_request', 'The request is not valid.', {
      details: {
        [ofLines ? 'line_items' : 'total']: 'would earn more points than a balance can hold',
      },
    });
  }
}

/**
 * What the purchase rules give the locked customer for a recorded order, as of its date; nothing to guests and
 * blocked customers. Points of an unpaid order wait for its payment; a reward could not wait, so an unpaid
 * order gives none, and neither does an empty stock. What was refunded of it by then is taken back at once. `at`
 * is when it is recorded, from `entryMoment`.
 */
export async function earnFromOrder(
  tx: Tx,
  deps: Pick<Deps, 'random' | 'secret'>,
  program: Program,
  customer: CustomerRow,
  order: OrderRow,
  at: number,
): Promise<CustomerRow> {
  const givesNow = ({ result }: RuleVariant) => result.kind === 'points' || order.paid_at !== null;
  const earned = await earn(tx, deps, program, customer, order, at, givesNow);
  return takeBackRefunded(tx, program, earned, order, at);
}

/** What an order that was recorded unpaid gives once it is paid, beside its points: the rewards of the purchase rules. */
export function giveRewardsOfPaidOrder(
  tx: Tx,
  deps: Pick<Deps, 'random' | 'secret'>,
  program: Program,
  customer: CustomerRow,
  order: OrderRow,
  at: number,
): Promise<CustomerRow> {
  return earn(tx, deps, program, customer, order, at, ({ result }) => result.kind === 'reward');
}

async function earn(
  tx: Tx,
  deps: Pick<Deps, 'random' | 'secret'>,
  program: Program,
  buyer: CustomerRow,
  order: OrderRow,
  at: number,
  isGiven: (variant: RuleVariant) => boolean,
): Promise<CustomerRow> {
  const counting = program.rules.filter((rule) => countedAmount(program, rule, order) !== undefined);
  let customer = buyer;
  for (const { rule, variant } of await listOpenRules(tx, program, buyer, counting, order.date, at)) {
    const award = isGiven(variant) ? awardOf(program, rule, variant, order, at) : undefined;
    const awarded = award && (await awardCompletion(tx, deps, program, customer, rule, award));
    if (awarded) customer = awarded.customer;
  }
  return customer;
}

/** undefined where an order is worth less than a point: it takes no place in the limit either. */
function awardOf(
  program: Program,
  rule: Rule,
  variant: RuleVariant,
  order: OrderRow,
  at: number,
): Award | undefined {
  const { date, channel, paid_at } = order;
  const source = { resource: 'order', order_id: order.id } as const;
  if (variant.result.kind === 'reward') {
    return { variant, points: 0, state: 'approved', approves_at: null, date, at, channel, source };
  }
  const { points, basis } = purchasePoints(variant.result, countedAmount(program, rule, order)!);
  if (points === 0) return undefined;
  const approvesAt = paid_at === null ? null : paid_at + rule.approval_period_ms;
  const waits = approvesAt === null || approvesAt > at;
  return {
    variant,
    points: Math.min(points, MAX_POINTS_OF_AN_ORDER),
    state: waits ? 'pending' : 'approved',
    approves_at: waits ? approvesAt : null,
    date,
    at,
    channel,
    source: { ...source, basis: { ...basis, ...refundable(program, order, basis.amount_minor) } },
  };
}

/** Kept with what it earned, since the program may count otherwise by the time of a refund. */
function refundable(
  program: Program,
  order: OrderRow,
  counted: number,
): Pick<EarningBasis, 'refundable_minor'> {
  const refundable_minor = refundableAmount(program, order);
  return refundable_minor === counted ? {} : { refundable_minor };
}
