import type { Dice } from '../dice.ts';
import type { ClaimAct, OrderAct, Person } from '../story.ts';
import { basketOf, sumOf } from './basket.ts';
import type { Biography, Deed, DeedStep } from './deed.ts';
import type { Habits } from './habits.ts';
import { DAY } from './season.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Choice = Omit<ClaimAct, 'kind' | 'if_possible' | 'cart_id'> & {
  weight: number;
  /** The discount on a basket with this total, in cents; absent: the reward is not used on an order. */
  amount?: (goods: number) => number;
};

const CHOICES: readonly Choice[] = [
  { weight: 22, reward: 'five-off', amount: () => 500 },
  { weight: 9, reward: 'first-taste', amount: (goods) => Math.round(goods * 0.15) },
  { weight: 12, reward: 'free-delivery', amount: () => 0 },
  { weight: 8, reward: 'honey-quarter', amount: () => 316 },
  { weight: 9, reward: 'tea-tenth', amount: (goods) => Math.round(goods * 0.06) },
  { weight: 3, reward: 'subscription-tenth', amount: (goods) => Math.round(goods * 0.1) },
  { weight: 7, reward: 'as-you-like', discount: 700, amount: () => 700 },
  { weight: 4, reward: 'as-you-like', discount: 1_300, amount: () => 1_300 },
  { weight: 8, reward: 'tea-tin', variant_id: '8101', amount: () => 0 },
  { weight: 6, reward: 'tea-tin', variant_id: '8102', amount: () => 0 },
  { weight: 5, reward: 'honey-jar', variant_id: '8301', amount: () => 0 },
  { weight: 4, reward: 'cheese-board', variant_id: '8201', amount: () => 0 },
  { weight: 3, reward: 'birthday-treat', amount: () => 2_000 },
  { weight: 5, reward: 'apple-tree' },
  { weight: 4, reward: 'gift-card' },
];
/** Expensive rewards, for which customers save. */
const DEAR: readonly Choice[] = [
  { weight: 1, reward: 'gift-card' },
  { weight: 1, reward: 'apple-tree' },
];
const AT_THE_GATE: Choice = { weight: 1, reward: 'tasting', in_shop: true, amount: () => 1_200 };

const THANKS = [
  'Sorry for a broken jar',
  'Photo of the month',
  'The parcel came four days late',
  'Helped at the open day',
  'Points of an order without an account',
];
const CORRECTIONS = ['Correction of points credited twice', 'Returned in the shop without the receipt'];

/** Writes the biography of one customer. */
export class BiographyWriter {
  private readonly steps: DeedStep[] = [];
  private orders = 0;
  private joined: number;

  constructor(
    private readonly dice: Dice,
    private readonly person: Person,
    private readonly habits: Habits,
    private readonly bounds: { begin: number; end: number },
    private readonly brought_by: string | undefined,
  ) {
    this.joined = bounds.begin;
  }

  /** All steps in order. Steps before joining and after the end are left out, and no two steps share a moment. */
  finish(): Pick<Biography, 'steps'> {
    const { end } = this.bounds;
    const within = this.steps.filter(({ at }) => at >= this.joined && at < end).sort((a, b) => a.at - b.at);
    let last = 0;
    const steps = within.map(({ at, deed }) => {
      last = Math.max(at, last + 1);
      return { at: last, deed };
    });
    return { steps };
  }

  join(at: number): void {
    const { brought_by } = this;
    this.joined = at;
    this.add(at, { kind: 'join', ...(brought_by !== undefined && { brought_by }) });
    const { dice } = this;
    if (dice.happens(0.24)) this.add(at + dice.from(2, 90) * MINUTE, { kind: 'subscribe' });
    if (dice.happens(0.1)) this.add(at + dice.from(3, 200) * MINUTE, { kind: 'report', rule: 'wallet' });
  }

  /** A purchase on a day, with the steps before it and after it. */
  purchase(at: number): void {
    const { dice, habits, person } = this;
    const items = basketOf(dice, habits.basket);
    const goods = sumOf(items);
    const in_shop = dice.happens(habits.in_shop);
    const isFirst = this.orders === 0;
    this.orders += 1;
    const number = `M-${person.merchant_id}-${this.orders}`;
    if (dice.happens(0.55))
      this.add(at - dice.from(20, 90) * MINUTE, { kind: 'complete', rule: 'daily-visit' });
    const uses = !isFirst && dice.happens(habits.claims) ? this.claimFor(at, goods, in_shop) : [];
    const unpaid = person.site === 'main' && !in_shop && dice.happens(0.035);
    const order: OrderAct = {
      kind: 'order',
      number,
      items,
      shipping: in_shop || goods > 6_500 ? 0 : 590,
      uses,
      in_shop,
      unpaid,
      ...(person.site === 'europe' && { currency: 'EUR' }),
      ...(isFirst &&
        this.brought_by !== undefined &&
        goods >= 2_300 && { welcome: { brought_by: this.brought_by, amount: 1_000 } }),
    };
    this.add(at, order);
    if (unpaid) this.add(at + dice.from(20, 110) * HOUR, { kind: 'pay', order: number });
    this.afterPurchase(at, number, unpaid);
  }

  private afterPurchase(at: number, order: string, unpaid: boolean): void {
    const { dice } = this;
    const chance = dice.fraction();
    const later = (days: number) => at + Math.round((dice.exponential(days) + 1.5) * DAY);
    if (unpaid) return;
    if (chance < 0.014) this.add(at + dice.from(25, 500) * MINUTE, { kind: 'cancel', order });
    else if (chance < 0.05) this.add(later(6), { kind: 'refund', order, share: 1 });
    else if (chance < 0.08)
      this.add(later(8), { kind: 'refund', order, share: 0.15 + 0.55 * dice.fraction() });
    else if (dice.happens(0.17)) this.add(later(9), { kind: 'report', rule: 'review' });
  }

  /** Rewards that the customer claims shortly before a purchase, if the points are enough. Most are used on it. */
  private claimFor(at: number, goods: number, in_shop: boolean): OrderAct['uses'] {
    const { dice } = this;
    if (in_shop && dice.happens(0.5)) return this.claimOne(at, goods, AT_THE_GATE);
    const wanted = new Set(Array.from({ length: dice.from(1, 4) }, () => dice.weighted(CHOICES)));
    return [...wanted].flatMap((choice) => this.claimOne(at, goods, choice));
  }

  private claimOne(at: number, goods: number, { weight, amount, ...claim }: Choice): OrderAct['uses'] {
    const { dice, person } = this;
    const cart_id = `cart-${person.merchant_id}-${this.orders}`;
    const cart = claim.variant_id === undefined ? {} : { cart_id };
    this.add(at - dice.from(3, 18) * MINUTE, { kind: 'claim', ...claim, ...cart });
    if (!amount) return [];
    if (dice.happens(0.06)) {
      this.add(at + dice.from(1, 60) * HOUR, { kind: 'give_back', reward: claim.reward });
      return [];
    }
    return dice.happens(0.8) ? [{ reward: claim.reward, amount: amount(goods) }] : [];
  }

  /** Everything except purchases, on a day when the customer visits the store. */
  visit(at: number): void {
    const { dice, habits } = this;
    this.add(at, { kind: 'complete', rule: 'daily-visit' });
    const soon = () => at + dice.from(1, 25) * MINUTE;
    if (dice.happens(0.12)) this.add(soon(), { kind: 'complete', rule: 'follow' });
    if (dice.happens(0.1)) this.add(soon(), { kind: 'complete', rule: 'almanac' });
    if (dice.happens(0.07)) this.add(soon(), { kind: 'complete', rule: 'like' });
    if (dice.happens(0.025)) this.add(soon(), { kind: 'report', rule: dice.of(['mention', 'hashtag']) });
    if (dice.happens(0.02)) this.add(soon(), { kind: 'report', rule: 'herb-walk' });
    if (habits.drinks_coffee && dice.happens(0.7)) this.add(soon(), { kind: 'claim', reward: 'coffee' });
    if (dice.happens(habits.claims * 0.3)) this.claimOne(at + 30 * MINUTE, 0, dice.of(DEAR));
  }

  /** Points that an operator adds or removes by hand, with a reason. */
  adjust(at: number): void {
    const { dice } = this;
    const added = dice.happens(0.8);
    this.add(
      at,
      added
        ? { kind: 'adjust', points: dice.from(35, 260), note: dice.of(THANKS) }
        : { kind: 'adjust', points: -dice.from(11, 70), note: dice.of(CORRECTIONS) },
    );
  }

  honour(at: number): void {
    this.add(at, { kind: 'honour', tier: 'keeper' });
  }

  private add(at: number, deed: Deed): void {
    this.steps.push({ at, deed });
  }
}
