import { DomainError } from '../../domain/core/errors.ts';
import { claimedFrom, claimReward } from '../../domain/operations/claim-reward.ts';
import { completedFrom, completeRule } from '../../domain/operations/complete-rule.ts';
import { enrolCustomer } from '../../domain/operations/enrol-customer.ts';
import { refundReward } from '../../domain/operations/refund-reward.ts';
import { setBirthday } from '../../domain/operations/set-birthday.ts';
import { subscribeToEmail } from '../../domain/operations/subscribe-to-email.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { CART_KIND } from '../../domain/programs/reward-kinds.ts';
import { isCompletedBy } from '../../domain/programs/rule-kinds.ts';
import { DECIMAL_PATTERN } from '../amounts.ts';
import type { App } from '../app-types.ts';
import { requestedAmount } from '../requested-amount.ts';
import { type ActionRequest, actionRoute } from './act.ts';

const channel = 'web';

export function completeRuleAction(app: App, deps: Deps): void {
  actionRoute(app, deps, 'rules/:id/complete', ({ session: { program }, customer, id }) => ({
    effect: async (hooks) => {
      const rule = program.rule(id);
      // A customer cannot report rules of other kinds: other events complete them.
      if (!rule || !isCompletedBy(rule, 'customer'))
        throw new DomainError('not_found', 'There is no such rule, or none for customers to complete.');
      const { kind } = rule;
      const { merchant_id } = customer;
      return completeRule(
        deps,
        { program, rule_id: id, kind, customer_merchant_id: merchant_id, channel },
        hooks,
      );
    },
    resume: completedFrom.bind(null, program),
    stored_with_effect: true,
    outcome: ({ actions: [action] }) =>
      action?.kind === 'earned_points_from_rule'
        ? {
            kind: 'completed',
            points: action.points,
            approves_at: action.approves_at,
            claimed_reward_id: null,
          }
        : {
            kind: 'completed',
            points: 0,
            approves_at: null,
            claimed_reward_id: action?.claimed_reward_id ?? null,
          },
  }));
}

export function subscribeAction(app: App, deps: Deps): void {
  actionRoute(app, deps, 'rules/:id/subscribe', ({ session: { program }, customer, id }) => ({
    effect: async (hooks) => {
      const rule = program.rule(id);
      if (!rule || !isCompletedBy(rule, 'email_consent'))
        throw new DomainError('not_found', 'There is no such rule.');
      return subscribeToEmail(deps, { program, customer_id: customer.id, channel }, hooks);
    },
    outcome: ({ updated }) => ({ kind: 'subscribed', updated }),
  }));
}

export function redeemRewardAction(app: App, deps: Deps): void {
  actionRoute(app, deps, 'rewards/:id/redeem', ({ session, customer, id, form }) => ({
    effect: (hooks) =>
      claimReward(
        deps,
        {
          program: session.program,
          reward_id: id,
          customer_merchant_id: customer.merchant_id,
          variant_id: form.variant_id,
          discount: discountOf(session, form),
          channel,
          country: session.site.country,
          currency: session.currency,
        },
        hooks,
      ),
    resume: claimedFrom,
    outcome: ({ claimed_reward_id, full_code }) => ({ kind: 'redeemed', claimed_reward_id, full_code }),
  }));
}

const DECIMAL = new RegExp(DECIMAL_PATTERN);

function discountOf(
  { currency }: ActionRequest['session'],
  { discount_amount: amount }: ActionRequest['form'],
) {
  if (amount === undefined) return undefined;
  if (amount.length > 32 || !DECIMAL.test(amount)) return { complaint: 'is no amount' };
  return requestedAmount(amount, currency);
}

/** Only for products, as in the API: a customer who has seen a code still has it. */
export function refundClaimAction(app: App, deps: Deps): void {
  actionRoute(app, deps, 'claims/:id/refund', ({ session: { program }, customer, id }) => ({
    effect: (hooks) =>
      refundReward(
        deps,
        { program, claimed_reward_id: id, kind: CART_KIND, customer_id: customer.id },
        hooks,
      ),
    outcome: ({ claimed_reward_id }) => ({ kind: 'given_back', claimed_reward_id }),
  }));
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

export function setBirthdayAction(app: App, deps: Deps): void {
  actionRoute(app, deps, 'birthday', ({ session: { program }, customer, form }) => ({
    effect: async (hooks) => {
      const [, year, month, day] = DATE.exec(form.birthday ?? '') ?? [];
      if (year === undefined) throw new DomainError('invalid_date', 'The date is no YYYY-MM-DD.');
      const birthday = { year: Number(year), month: Number(month), day: Number(day) };
      return setBirthday(deps, { program, customer_id: customer.id, birthday }, hooks);
    },
    outcome: ({ updated }) => ({ kind: 'birthday_set', updated }),
  }));
}

export function enrolAction(app: App, deps: Deps): void {
  actionRoute(app, deps, 'enrol', ({ session: { program }, customer }) => ({
    effect: (hooks) => enrolCustomer(deps, { program, customer_id: customer.id, channel }, hooks),
    outcome: ({ enrolled }) => ({ kind: 'enrolled', enrolled }),
  }));
}
