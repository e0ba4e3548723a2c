import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawsFromPool, stockVariants } from '../../src/domain/claims/reserve-inventory.ts';
import type { DomainErrorCode } from '../../src/domain/core/errors.ts';
import type { Reward } from '../../src/domain/programs/configuration.ts';
import { productVariantIds } from '../../src/domain/rewards/claim-conditions.ts';
import { type ClaimQuestion, claimRefusals } from '../../src/domain/rewards/decide-claim.ts';
import { completionRefusals } from '../../src/domain/rules/decide-completion.ts';
import { usageById } from '../../src/domain/storefront/availability.ts';
import type { CanRedeem } from '../../src/domain/storefront/customer.ts';
import { randomVisits, readVisits, type Visit } from '../support/random-visit.ts';

const RUNS = 300;

/** Members only: the lists of others are never shown. */
const isMember = ({ customer: { row } }: Visit) => row.enrolled_at !== null && row.blocked_at === null;

describe('the lists of a storefront', () => {
  it('show the rules that a completion would not refuse for good, and a limit exactly if it refuses by it', async () => {
    await holdForAnyVisit(({ program, parts, customer: { row, home, now, rules } }) => {
      const usage = usageById(parts.usage ?? []);
      const decided = program.rules.map((rule) => {
        const reasons = [
          ...completionRefusals(rule, undefined, row, usage.get(rule.id), home.time_zone, now),
        ];
        return { id: rule.id, codes: reasons.map(({ code }) => code) };
      });
      const open = decided.filter(({ codes }) => !codes.includes('rule_not_enabled_for_customer'));
      expect(
        rules.map(({ rule, limit }) => ({ id: rule.id, isReached: limit.state.startsWith('limit_reached') })),
      ).toEqual(open.map(({ id, codes }) => ({ id, isReached: codes.includes('rule_limit_reached') })));
    });
  });

  it('show the rewards that are enabled, each with the state that a claim would be refused with', async () => {
    await holdForAnyVisit((visit) => {
      const decided = visit.program.rewards.map((reward) => ({
        id: reward.id,
        codes: codesOf(visit, reward),
      }));
      const open = decided.filter(({ codes }) => !codes.includes('reward_not_enabled_for_customer'));
      expect(
        visit.customer.rewards.map(({ reward, can_redeem }) => ({
          id: reward.id,
          code: CODES[can_redeem.state],
        })),
      ).toEqual(
        open.map(({ id, codes }) => ({ id, code: SHOWN_FIRST.find((code) => codes.includes(code)) })),
      );
    });
  });
});

/** The code of a refusal behind each state. The requirements of a cart refuse no claim. */
const CODES: Record<CanRedeem['state'], DomainErrorCode | undefined> = {
  claim_limit_reached: 'reward_limit_reached',
  out_of_stock: 'reward_out_of_stock',
  insufficient_points: 'insufficient_points',
  max_redemptions_for_cart_reached: 'max_cart_redemptions_reached',
  redeemable: undefined,
  cart_requirements_not_met: undefined,
  unknown: undefined,
};

const SHOWN_FIRST = [
  CODES.claim_limit_reached!,
  CODES.out_of_stock!,
  CODES.insufficient_points!,
  CODES.max_redemptions_for_cart_reached!,
];

/** The reasons to refuse the least claim, of the variant that has the fewest. */
function codesOf(visit: Visit, reward: Reward): DomainErrorCode[] {
  const variants = productVariantIds(reward) ?? [null];
  return variants
    .map((variant_id) =>
      [...claimRefusals(visit.customer.row, questionOf(visit, reward, variant_id))].map(({ code }) => code),
    )
    .reduce((best, next) => (next.length < best.length ? next : best));
}

function questionOf(visit: Visit, reward: Reward, variant_id: string | null): ClaimQuestion {
  const { program, parts, customer, question } = visit;
  const { properties } = reward;
  const { stock, cart_redemptions } = customer;
  const left = (id: string) => stock.remaining(reward.id, id) ?? 1;
  const cart_id = question.cart?.kind === 'platform' ? question.cart.id : null;
  const inCart = cart_redemptions.filter(
    (claim) => claim.cart_id === cart_id && claim.reward_id === reward.id,
  );
  const least =
    properties.kind === 'cart_variable_discount_voucher' ? properties.minimum_discount_minor : undefined;
  const priced = { minor: least ?? 0, currency: program.currency, rate: 1 };
  return {
    reward,
    kind: undefined,
    variant_id,
    quantity: 1,
    discount: least === undefined ? null : { priced, asked: priced, discount_minor: priced.minor },
    channel: question.channel,
    country: question.country,
    usage: usageById(parts.usage ?? []).get(reward.id),
    stock: stockVariants(reward, variant_id).map(left),
    pool_is_dry: drawsFromPool(reward) && left('') === 0,
    in_cart: question.cart ? (cart_id === null ? 0 : inCart.length) : null,
    zone: customer.home.time_zone,
    at: customer.now,
  };
}

function holdForAnyVisit(hold: (visit: Visit) => void): Promise<void> {
  return fc.assert(
    fc.asyncProperty(randomVisits, async (random) => {
      for (const visit of await readVisits(random)) if (isMember(visit)) hold(visit);
    }),
    { numRuns: RUNS },
  );
}
