import { addMonths, type Interval, intervalAt } from '../../src/domain/core/calendar.ts';
import { FLOW_NAMES, type FlowFigures } from '../../src/domain/ledger/flows.ts';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';

/**
 * The model that the domain is compared with: points, lots, claims, limits and spend tiers of one customer in a few
 * arrays. It is written from the promises alone and shares only the calendar and the names of flows with the domain.
 */

export const ZONE = 'America/New_York';
const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
const NEVER = Number.POSITIVE_INFINITY;

/** The points of the rules, their approval period, and their limits. */
export const RULES = {
  now: { points: 50, waits: 0, limit: { count: 3, interval: 'day' as Interval } },
  later: { points: 30, waits: 5 * DAY, limit: { count: 2, interval: 'week' as Interval } },
} as const;
/** For an order: a point for every whole unit, so long after it was paid. */
export const PURCHASE_WAITS = 3 * DAY;
export const REWARDS = {
  mug: { cost: 40, lapses: DAY, expires: null, limit: null },
  card: { cost: 25, lapses: null, expires: 20 * DAY, limit: { count: 2, interval: 'month' as Interval } },
} as const;
/** The spend from which each tier is held, in minor units. */
export const TIERS = [0, 10_000, 30_000];
export const TIER_MONTHS = 3;

export interface Terms {
  expiry: PointsExpiry | null;
  since: number;
  negative: 'allow' | 'within_balance';
}

interface ModelActivity {
  /** The number of the record, in the order of recording among all customers. */
  number: number;
  key: keyof typeof RULES | 'purchase';
  value: number;
  state: 'pending' | 'approved' | 'declined' | 'void';
  date: number;
  approves: number;
  taken_back: number;
  /** Points that should have been taken back: the spent ones, which are kept for now, and the expired ones. */
  spared: number;
  forgone: number;
  /** Points of it that expired unspent. */
  expired: number;
  /** Points that were taken from others in its place, or as a debt, since its own were spent. */
  replaced: number;
  /** Whether it counts in its rule's limit. */
  counts: boolean;
}
export interface ModelOrder {
  merchant_id: string;
  total: number;
  date: number;
  paid: boolean;
  refunded: number;
  activity: ModelActivity;
}
/** Points of one source. In the model every customer has lots, also one that has none in the domain. */
interface ModelLot {
  expires: number;
  left: number;
  activity: ModelActivity | null;
  /** Points that it gave in place of spent points, when their earning was undone. */
  replaces: number;
}
interface ModelClaim {
  number: number;
  key: keyof typeof REWARDS;
  state: 'approved' | 'void' | 'expired';
  /** The order on which it was used. */
  used_on: string | null;
  at: number;
  taken: { lot: ModelLot; points: number }[];
}

let numbers = 0;

/** Two dates of never are equal. */
function soonest(a: ModelLot, b: ModelLot): number {
  return a.expires === b.expires ? 0 : a.expires - b.expires;
}

export class LedgerModel {
  approved = 0;
  pending = 0;
  spent = 0;
  /** How its points came and went, without merges. */
  readonly flows = Object.fromEntries(FLOW_NAMES.map((flow) => [flow, 0])) as FlowFigures;
  readonly activities: ModelActivity[] = [];
  readonly claims: ModelClaim[] = [];
  readonly lots: ModelLot[] = [];
  /** Expired points, by date. */
  readonly expired = new Map<number, number>();
  readonly orders: ModelOrder[] = [];
  tier = { index: 0, since: 0, ends: 0 };
  private changed = Number.NEGATIVE_INFINITY;
  private purchased = Number.NEGATIVE_INFINITY;

  constructor(
    readonly terms: Terms,
    public now: number,
  ) {
    this.enrolled = now;
    this.enter(0, now);
  }
  private readonly enrolled: number;

  complete(key: keyof typeof RULES): string {
    const { points, waits, limit } = RULES[key];
    if (this.completed(key, limit.interval) >= limit.count) return 'rule_limit_reached';
    this.earn({ key, value: points, date: this.now, approves: this.now + waits });
    return 'done';
  }

  /** In whole units of 100 minor units. */
  order(merchant_id: string, total: number, date: number, paid: boolean, used: ModelClaim | null): string {
    if (used) used.used_on = merchant_id;
    this.purchased = Math.max(this.purchased, date);
    const approves = paid ? date + PURCHASE_WAITS : NEVER;
    const activity = this.earn({ key: 'purchase', value: total / 100, date, approves });
    this.orders.push({ merchant_id, total, date, paid, refunded: 0, activity });
    this.rise();
    return 'done';
  }

  pay(order: ModelOrder): string {
    if (!order.paid && order.refunded < order.total) order.activity.approves = this.now + PURCHASE_WAITS;
    order.paid = true;
    this.rise();
    return 'done';
  }

  /** Refunds so much of it in all, in whole units. A greater refund that was told before stands. */
  refund(order: ModelOrder, refunded: number): string {
    const { activity } = order;
    if (refunded <= order.refunded || order.refunded === order.total) return 'done';
    order.refunded = refunded;
    if (refunded === order.total) return this.undo(order);
    if (activity.state !== 'pending' && activity.state !== 'approved') return 'done';
    const points = refunded / 100 - activity.taken_back;
    if (activity.state === 'pending') {
      this.pending -= points;
      activity.taken_back += points;
    } else this.clawBack(activity, points);
    return 'done';
  }

  /** With the order its results go, and the claims used on it come back. */
  private undo(order: ModelOrder): string {
    const { activity } = order;
    if (activity.state === 'pending' || activity.state === 'approved') {
      activity.counts = false;
      this.resolve(activity, 'void');
    }
    for (const claim of this.claims)
      if (claim.used_on === order.merchant_id && claim.state === 'approved') this.lapse(claim, this.now);
    return 'done';
  }

  refundClaim(claim: ModelClaim): string {
    if (claim.state === 'void') return 'reward_already_refunded';
    if (claim.state === 'expired' || claim.used_on !== null) return 'reward_already_used';
    this.lapse(claim, this.now);
    return 'done';
  }

  /** Everything that another customer has becomes this one's. */
  absorb(other: LedgerModel): void {
    const owed = Math.max(0, -other.approved);
    let debt = Math.max(0, -this.approved);
    const theirs = [...other.lots].sort(soonest);
    for (const lot of theirs) {
      const part = Math.min(lot.left, debt);
      lot.left -= part;
      lot.replaces += part;
      debt -= part;
    }
    let missing = Math.min(owed, Math.max(0, this.approved));
    for (const lot of [...this.lots].sort(soonest)) {
      const part = Math.min(lot.left, missing);
      lot.left -= part;
      lot.replaces += part;
      missing -= part;
    }
    this.lots.push(...theirs);
    this.approved += other.approved;
    this.pending += other.pending;
    this.spent += other.spent;
    this.activities.push(...other.activities);
    this.activities.sort((a, b) => a.number - b.number);
    this.claims.push(...other.claims);
    this.claims.sort((a, b) => a.number - b.number);
    this.orders.push(...other.orders);
    this.changed = Math.max(this.changed, other.changed);
    this.purchased = Math.max(this.purchased, other.purchased);
    const isHigher = other.tier.index > this.tier.index;
    const isLonger = other.tier.index === this.tier.index && other.tier.ends > this.tier.ends;
    if (isHigher || isLonger) this.tier = other.tier;
    this.rise();
  }

  adjust(points: number): string {
    if (points < 0 && this.approved + points < 0) return 'insufficient_points';
    this.flows[points > 0 ? 'added' : 'removed'] += Math.abs(points);
    if (points > 0) this.creditLots(points, this.now, this.now, null);
    else this.debitLots(-points, this.now, null);
    return 'done';
  }

  claim(key: keyof typeof REWARDS): string {
    const { cost, limit } = REWARDS[key];
    if (limit && this.claimed(key, limit.interval) >= limit.count) return 'reward_limit_reached';
    if (this.approved < cost) return 'insufficient_points';
    const taken = this.debitLots(cost, this.now, null);
    this.spent += cost;
    this.flows.redeemed += cost;
    numbers += 1;
    this.claims.push({ number: numbers, key, state: 'approved', used_on: null, at: this.now, taken });
    return 'done';
  }

  resolve(activity: ModelActivity, wanted: 'approved' | 'declined' | 'void'): string {
    const rest = activity.value - activity.taken_back;
    if (activity.state === 'pending') {
      if (wanted === 'approved') this.approve(activity, this.now);
      else {
        activity.state = 'declined';
        activity.counts = false;
        this.pending -= rest;
      }
      return 'done';
    }
    if (activity.state === 'approved' && wanted !== 'approved') {
      this.clawBack(activity, rest);
      activity.state = 'void';
      return 'done';
    }
    return activity.state === wanted ? 'done' : 'activity_already_resolved';
  }

  /** Turns the clock and processes due events, one after the other. */
  turnTo(moment: number): void {
    this.now = moment;
    for (;;) {
      const next = this.nextDue();
      if (!next || next.at > moment) return;
      next.happen();
    }
  }

  /** The next due event. At one moment approvals come first, then claims, expiries and the tier's end. */
  nextDue(): { at: number; happen: () => void } | undefined {
    const dues: { at: number; rank: number; happen: () => void }[] = [];
    for (const activity of this.activities) {
      const at = activity.approves;
      if (activity.state === 'pending' && at < NEVER)
        dues.push({ at, rank: 1, happen: () => this.approve(activity, at) });
    }
    for (const claim of this.claims) {
      if (claim.state !== 'approved' || claim.used_on !== null) continue;
      const { lapses, expires } = REWARDS[claim.key];
      if (lapses !== null)
        dues.push({ at: claim.at + lapses, rank: 2, happen: () => this.lapse(claim, claim.at + lapses) });
      if (expires !== null)
        dues.push({
          at: claim.at + expires,
          rank: 2,
          happen: () => {
            claim.state = 'expired';
          },
        });
    }
    const deadline = this.deadline();
    if (deadline !== null) dues.push({ at: deadline, rank: 3, happen: () => this.expireAll(deadline) });
    for (const { left, expires } of this.lots)
      if (left > 0 && expires < NEVER)
        dues.push({ at: expires, rank: 3, happen: () => this.expireLots(expires) });
    const { ends } = this.tier;
    dues.push({ at: ends, rank: 4, happen: () => this.enter(this.tierAt(ends), ends) });
    return dues.sort((a, b) => a.at - b.at || a.rank - b.rank)[0];
  }

  /** How often a rule was completed in the present interval; without one, ever. */
  completed(key: ModelActivity['key'], interval: Interval | null): number {
    return this.activities.filter(
      (activity) => activity.key === key && activity.counts && this.isWithin(interval, activity.date),
    ).length;
  }

  claimed(key: ModelClaim['key'], interval: Interval | null): number {
    return this.claims.filter(
      (claim) => claim.key === key && claim.state !== 'void' && this.isWithin(interval, claim.at),
    ).length;
  }

  private isWithin(interval: Interval | null, date: number): boolean {
    return interval === null || date >= intervalAt(interval, ZONE, this.now).start;
  }

  private earn(earned: Pick<ModelActivity, 'key' | 'value' | 'date' | 'approves'>): ModelActivity {
    numbers += 1;
    const activity: ModelActivity = {
      ...earned,
      number: numbers,
      state: 'pending',
      taken_back: 0,
      spared: 0,
      forgone: 0,
      expired: 0,
      replaced: 0,
      counts: true,
    };
    this.activities.push(activity);
    this.pending += activity.value;
    if (activity.approves <= this.now) this.approve(activity, this.now);
    return activity;
  }

  private approve(activity: ModelActivity, at: number): void {
    const rest = activity.value - activity.taken_back;
    activity.state = 'approved';
    this.pending -= rest;
    this.flows.earned += rest;
    this.creditLots(rest, activity.date, at, activity);
  }

  /**
   * Takes points of an approved activity back: points that neither expired nor were taken before and, if balances stay
   * above zero, that are there.
   */
  private clawBack(activity: ModelActivity, points: number): void {
    const came = activity.value - activity.taken_back;
    const gone = Math.max(0, activity.expired - activity.forgone);
    const asked = Math.min(points, Math.max(0, came - gone));
    const there = Math.max(0, this.approved);
    const taken = this.terms.negative === 'allow' ? asked : Math.min(asked, there);
    activity.taken_back += points;
    activity.forgone += points - asked;
    activity.spared += asked - taken;
    this.takeOf(activity, taken, this.now);
  }

  /** Its own points are taken first. Other points, or a debt, replace those that were spent. */
  private takeOf(activity: ModelActivity, points: number, at: number): void {
    const parts = this.debitLots(points, at, activity);
    this.flows.voided += points;
    let own = 0;
    for (const { lot, points: part } of parts) {
      if (lot.activity === activity) own += part;
      else lot.replaces += part;
    }
    activity.replaced += points - own;
  }

  /**
   * A claim's points come back. Points that others replaced when their earning was undone pay the debt and then free
   * the others. The rest pays the rest of the debt, or is in the balance again.
   */
  private lapse(claim: ModelClaim, at: number): void {
    const { cost } = REWARDS[claim.key];
    claim.state = 'void';
    this.spent -= cost;
    this.flows.refunded += cost;
    let debt = Math.max(0, -this.approved);
    this.change(cost, at);
    const dates = new Set<number>();
    let free = 0;
    const own: ModelClaim['taken'] = [];
    for (const { lot, points } of claim.taken) {
      const replaced = Math.min(points, lot.activity?.replaced ?? 0);
      if (lot.activity) lot.activity.replaced -= replaced;
      free += replaced;
      own.push({ lot, points: points - replaced });
    }
    const pays = Math.min(free, debt);
    free -= pays;
    debt -= pays;
    // The soonest-expiring points pay the debt.
    for (const { lot, points } of own) {
      const part = Math.min(points, debt);
      debt -= part;
      lot.replaces += part;
      lot.left += points - part;
      if (points > part) dates.add(lot.expires);
    }
    const latestFirst = [...this.lots].sort(soonest).reverse();
    for (const lot of latestFirst) {
      while (free > 0 && lot.replaces > 0) {
        lot.replaces -= 1;
        // Its own earning may have been undone too: then yet other points are freed.
        if (lot.activity && lot.activity.replaced > 0) lot.activity.replaced -= 1;
        else {
          lot.left += 1;
          free -= 1;
          dates.add(lot.expires);
        }
      }
    }
    this.takeSpared(at);
    for (const date of [...dates].sort((a, b) => a - b)) if (date <= at) this.expireLots(date);
  }

  /** Points that were spared since they were spent are taken when they are there again. */
  private takeSpared(at: number): void {
    for (const activity of this.activities) {
      const own = this.lots.filter((lot) => lot.activity === activity);
      const points = Math.min(
        activity.spared,
        own.reduce((sum, lot) => sum + lot.left, 0),
      );
      activity.spared -= points;
      if (points > 0) this.takeOf(activity, points, at);
    }
  }

  private creditLots(points: number, earned: number, at: number, activity: ModelActivity | null): void {
    const owed = Math.min(points, Math.max(0, -this.approved));
    this.change(points, at);
    const expires = this.hasLots() ? this.expiryOf(earned) : NEVER;
    this.lots.push({ expires, left: points - owed, replaces: owed, activity });
    if (expires <= at) this.expireLots(expires);
  }

  private debitLots(points: number, at: number, own: ModelActivity | null): ModelClaim['taken'] {
    this.change(-points, at);
    const taken: ModelClaim['taken'] = [];
    const isOwn = (lot: ModelLot) => (own !== null && lot.activity === own ? 0 : 1);
    const inOrder = [...this.lots].sort((a, b) => isOwn(a) - isOwn(b) || soonest(a, b));
    let wanted = points;
    for (const lot of inOrder) {
      const part = Math.min(lot.left, wanted);
      if (part === 0) continue;
      lot.left -= part;
      wanted -= part;
      taken.push({ lot, points: part });
    }
    return taken;
  }

  private change(points: number, at: number): void {
    this.approved += points;
    if (points !== 0) this.changed = Math.max(this.changed, at);
  }

  private expireLots(date: number): void {
    this.expireAllOf(
      this.lots.filter((candidate) => candidate.expires === date),
      date,
    );
  }

  private expireAll(date: number): void {
    this.expireAllOf(this.lots, date);
  }

  private expireAllOf(lots: readonly ModelLot[], date: number): void {
    for (const lot of lots) {
      this.expire(lot.left, date);
      if (lot.activity) lot.activity.expired += lot.left;
      lot.left = 0;
    }
  }

  private expire(points: number, date: number): void {
    this.approved -= points;
    this.flows.expired += points;
    if (points > 0) this.expired.set(date, (this.expired.get(date) ?? 0) + points);
  }

  hasLots(): boolean {
    return this.terms.expiry?.mode === 'after_earning' || this.terms.expiry?.mode === 'calendar_date';
  }

  private expiryOf(earned: number): number {
    const { expiry, since } = this.terms;
    if (expiry?.mode === 'after_earning')
      return addMonths(Math.max(earned, since), expiry.duration_months, ZONE);
    // The end of 31 December in New York, at least a year after the mode was turned on.
    for (let year = 2026; ; year += 1) {
      const end = Date.UTC(year + 1, 0, 1, 5);
      if (end > earned && end >= addMonths(since, 12, ZONE)) return end;
    }
  }

  private deadline(): number | null {
    const { expiry, since } = this.terms;
    if (this.approved <= 0) return null;
    if (expiry?.mode === 'inactivity_since_balance_change')
      return addMonths(Math.max(this.changed, since), expiry.duration_months, ZONE);
    if (expiry?.mode !== 'inactivity_since_purchase') return null;
    const active = Math.max(this.purchased, this.enrolled, since);
    const deadline = addMonths(active, expiry.duration_months, ZONE);
    return this.changed >= deadline ? addMonths(this.changed, expiry.duration_months, ZONE) : deadline;
  }

  private tierAt(moment: number): number {
    const counts = (date: number) => date <= moment && addMonths(date, TIER_MONTHS, ZONE) > moment;
    const spend = this.orders
      .filter(({ date, paid }) => paid && counts(date))
      .reduce((sum, { total, refunded }) => sum + total - refunded, 0);
    return TIERS.findLastIndex((bound) => spend >= bound);
  }

  private rise(): void {
    const earned = this.tierAt(this.now);
    if (earned > this.tier.index) this.enter(earned, this.now);
  }

  private enter(index: number, at: number): void {
    this.tier = { index, since: at, ends: addMonths(at, TIER_MONTHS, ZONE) };
  }
}
