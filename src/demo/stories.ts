import { demoCustomerStory } from './demo-customer-story.ts';
import { Dice } from './dice.ts';
import { PEOPLE } from './people.ts';
import { type Act, type ClaimAct, Diary, type OrderAct, type Story } from './story.ts';

const ZONES = { main: 'America/New_York', europe: 'Europe/Berlin' } as const;
const FIRST_EUROPEAN = 41;
const CATALOGUE = [
  { product_id: '8010', variant_id: '8110', collection_id: '7001', price: 1_850 },
  { product_id: '8011', variant_id: '8111', collection_id: '7001', price: 2_400 },
  { product_id: '8012', variant_id: '8112', collection_id: '7002', price: 990 },
  { product_id: '8013', variant_id: '8113', collection_id: '7003', price: 6_200 },
];
const CONSENTS = ['subscribed', 'not_subscribed', 'unknown'] as const;
/** These customers take the three seats at the dinner, which is then out of stock. */
const DINNER_GUESTS = new Set([2, 6, 11]);
/** Each friend and the referrer, who joined before. */
const FRIENDS: ReadonlyMap<number, number> = new Map([
  [8, 0],
  [14, 0],
  [19, 0],
  [10, 31],
  [25, 18],
  [33, 18],
  [38, 5],
  [40, 22],
  [47, 5],
]);
/** These customers help on the farm, and join its walks. */
const KEEPERS = new Set([9, 21, 43]);
/** These customers buy everything they need here. */
const REGULARS = new Set([1, 4, 12, 17, 26, 35, 44, 48]);
const REPORTED = ['herb-walk', 'mention', 'hashtag', 'wallet'];

/** The year of every customer up to `end` (ms). The same end gives the same stories. */
export function tellStories(end: number): Story[] {
  return PEOPLE.map((_, index) => {
    const site = index >= FIRST_EUROPEAN ? 'europe' : 'main';
    const diary = new Diary(end, ZONES[site], index * 7 + 3);
    return index === 0 ? demoCustomerStory(diary) : ordinaryStory(index, site, diary);
  });
}

export const merchantIdOf = (index: number) => String(1001 + index);

function ordinaryStory(index: number, site: Story['site'], diary: Diary): Story {
  const dice = new Dice(index);
  const [first_name, last_name] = PEOPLE[index]!;
  const merchant_id = merchantIdOf(index);
  const joined = dice.from(20, 345);
  const birthday = { month: dice.from(1, 12), day: dice.from(1, 28), year: dice.from(1956, 2004) };
  const friend = FRIENDS.get(index);
  const brought = friend === undefined ? {} : { brought_by: merchantIdOf(friend) };
  const steps = [diary.step(joined, { kind: 'join', ...brought })];
  const add = (daysAgo: number, act: Act, slot = 0) => steps.push(diary.step(daysAgo, act, slot));

  for (const day of dice.days(dice.from(1, 2), joined)) add(day, { kind: 'complete', rule: 'daily-visit' });
  for (const day of dice.days(dice.from(0, 1), joined)) add(day, { kind: 'complete', rule: 'follow' }, 1);
  for (const day of dice.days(dice.from(0, 1), joined)) add(day, { kind: 'complete', rule: 'almanac' }, 2);
  for (const day of dice.days(dice.from(0, 1), joined)) add(day, { kind: 'complete', rule: 'like' }, 3);
  for (const [slot, rule] of REPORTED.entries()) {
    for (const day of dice.days(dice.from(1, 5) === 1 ? 1 : 0, joined))
      add(day, { kind: 'report', rule }, slot);
  }
  if (DINNER_GUESTS.has(index)) {
    add(Math.min(joined - 1, 40), { kind: 'adjust', points: 1_500, note: 'Helped at the harvest' });
    add(Math.min(joined - 2, 30), { kind: 'claim', reward: 'harvest-dinner' });
  }
  if (KEEPERS.has(index)) {
    add(Math.min(joined - 1, 50), { kind: 'honour', tier: 'keeper' });
    add(Math.min(joined - 2, 10), { kind: 'report', rule: 'herb-walk' }, 5);
  }
  const consent = dice.of(CONSENTS);
  if (consent === 'subscribed') add(dice.from(1, joined - 1), { kind: 'subscribe' });
  const orders = REGULARS.has(index) ? dice.from(6, 9) : dice.from(friend === undefined ? 0 : 1, 3);
  addPurchases(dice, { merchant_id, joined, orders, ...brought }, add);
  return {
    merchant_id,
    site,
    first_name,
    last_name,
    email: `${first_name}.${last_name}@example.com`.toLowerCase().replaceAll(' ', ''),
    ip_address: `203.0.113.${index}`,
    birthday,
    email_marketing: consent === 'subscribed' ? 'unknown' : consent,
    sms_marketing: dice.of(CONSENTS),
    steps: steps.sort((a, b) => a.at - b.at),
  };
}

/** Rewards that customers claim shortly before an order, and the discount on that order. */
const CLAIMS = [
  { reward: 'five-off', amount: 500 },
  { reward: 'first-taste', amount: 300 },
  { reward: 'tea-tin', amount: 0, variant_id: '8101' },
  { reward: 'tea-tin', amount: 0, variant_id: '8102' },
  { reward: 'free-delivery', amount: 0 },
  { reward: 'honey-quarter', amount: 250 },
  { reward: 'as-you-like', amount: 300, discount: 300 },
  { reward: 'tea-tenth', amount: 400 },
  { reward: 'coffee', amount: 0 },
];

/**
 * Adds orders, a review after some of them, and sometimes a reward that the customer claims shortly before an order and
 * uses on it.
 */
function addPurchases(
  dice: Dice,
  shopper: { merchant_id: string; joined: number; orders: number; brought_by?: string },
  add: (daysAgo: number, act: Act, slot?: number) => void,
): void {
  const { merchant_id, brought_by } = shopper;
  dice.days(shopper.orders, shopper.joined).forEach((day, i) => {
    const uses: OrderAct['uses'] = [];
    if (i > 0 && dice.from(1, 3) === 1) {
      const { amount, ...claim } = dice.of<ClaimChoice>(CLAIMS);
      const cart = claim.variant_id === undefined ? {} : { cart_id: `cart-${merchant_id}-${i}` };
      add(day, { kind: 'claim', ...claim, ...cart, if_possible: true });
      if (dice.from(1, 4) > 1) uses.push({ reward: claim.reward, amount });
    }
    const items = [{ ...dice.of(CATALOGUE), quantity: dice.from(1, 7) }];
    if (dice.from(0, 1) === 1) items.push({ ...dice.of(CATALOGUE), quantity: dice.from(1, 4) });
    const in_shop = dice.from(1, 5) === 1;
    add(day, {
      kind: 'order',
      number: `M-${merchant_id}-${i + 1}`,
      items,
      shipping: in_shop ? 0 : dice.of([0, 590, 590]),
      uses,
      in_shop,
      ...(i === 0 && brought_by !== undefined ? { welcome: { brought_by, amount: 1_000 } } : {}),
    });
    if (day > 7 && dice.from(1, 4) === 1) add(day - 7, { kind: 'report', rule: 'review' }, 4);
  });
}

type ClaimChoice = Pick<ClaimAct, 'reward' | 'variant_id' | 'discount'> & { amount: number };
