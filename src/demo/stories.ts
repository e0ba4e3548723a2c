import { demoCustomerStory } from './demo-customer-story.ts';
import { PEOPLE } from './people.ts';
import { type Act, Diary, type OrderAct, type Story } from './story.ts';

export const ZONES = { main: 'America/New_York', europe: 'Europe/Berlin' } as const;
const FIRST_EUROPEAN = 41;
const CATALOGUE = [
  { product_id: '8010', variant_id: '8110', price: 1_850 },
  { product_id: '8011', variant_id: '8111', price: 2_400 },
  { product_id: '8012', variant_id: '8112', price: 990 },
  { product_id: '8013', variant_id: '8113', price: 6_200 },
];
const CONSENTS = ['subscribed', 'not_subscribed', 'unknown'] as const;
/** They take the three seats at the dinner, which is then out of stock. */
const DINNER_GUESTS = new Set([2, 6, 11]);

/** Everybody's year up to `end` (ms): the same stories for the same end. */
export function tellStories(end: number): Story[] {
  return PEOPLE.map((_, index) => {
    const site = index >= FIRST_EUROPEAN ? 'europe' : 'main';
    const diary = new Diary(end, ZONES[site], index * 7 + 3);
    return index === 0 ? demoCustomerStory(diary) : ordinaryStory(index, site, diary);
  });
}

function ordinaryStory(index: number, site: Story['site'], diary: Diary): Story {
  const dice = new Dice(index);
  const [first_name, last_name] = PEOPLE[index]!;
  const merchant_id = String(1001 + index);
  const joined = dice.from(20, 345);
  const birthday = { month: dice.from(1, 12), day: dice.from(1, 28), year: dice.from(1956, 2004) };
  const steps = [diary.step(joined, { kind: 'join' })];
  const add = (daysAgo: number, act: Act) => steps.push(diary.step(daysAgo, act));

  for (const day of dice.days(dice.from(2, 9), joined)) add(day, { kind: 'complete', rule: 'daily-visit' });
  for (const day of dice.days(dice.from(0, 2), joined)) {
    steps.push(diary.step(day, { kind: 'complete', rule: 'follow' }, 1));
  }
  const celebrated = diary.daysSince(birthday);
  if (celebrated < joined) steps.push(diary.step(celebrated, { kind: 'complete', rule: 'birthday' }, 2));
  if (DINNER_GUESTS.has(index)) {
    add(Math.min(joined - 1, 40), { kind: 'adjust', points: 1_500, note: 'Helped at the harvest' });
    add(Math.min(joined - 2, 30), { kind: 'claim', reward: 'harvest-dinner' });
  }
  addPurchases(dice, merchant_id, joined, add);
  return {
    merchant_id,
    site,
    first_name,
    last_name,
    email: `${first_name}.${last_name}@example.com`.toLowerCase().replaceAll(' ', ''),
    birthday,
    email_marketing: CONSENTS[dice.from(0, 2)]!,
    sms_marketing: CONSENTS[dice.from(0, 2)]!,
    steps: steps.sort((a, b) => a.at - b.at),
  };
}

/** Orders, and now and then a reward claimed shortly before one and used on it. */
function addPurchases(
  dice: Dice,
  merchantId: string,
  joined: number,
  add: (daysAgo: number, act: Act) => void,
): void {
  const days = dice.days(dice.from(0, 8), joined);
  days.forEach((day, i) => {
    const uses: OrderAct['uses'] = [];
    if (i > 0 && dice.from(1, 3) === 1) {
      const claim = dice.of<{ reward: string; amount: number; variant_id?: string }>([
        { reward: 'five-off', amount: 500 },
        { reward: 'first-taste', amount: 300 },
        { reward: 'tea-tin', amount: 0, variant_id: dice.of(['8101', '8102']) },
      ]);
      const { reward, amount, variant_id } = claim;
      const cart = variant_id === undefined ? {} : { variant_id, cart_id: `cart-${merchantId}-${i}` };
      add(day, { kind: 'claim', reward, ...cart, if_possible: true });
      if (dice.from(1, 4) > 1) uses.push({ reward, amount });
    }
    const items = [{ ...dice.of(CATALOGUE), quantity: dice.from(1, 5) }];
    if (dice.from(0, 1) === 1) items.push({ ...dice.of(CATALOGUE), quantity: dice.from(1, 2) });
    add(day, {
      kind: 'order',
      number: `M-${merchantId}-${i + 1}`,
      items,
      shipping: dice.of([0, 590, 590]),
      uses,
    });
  });
}

/** Chance that falls the same way each time: mulberry32. */
class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = seed * 0x9e3779b9;
  }

  /** A whole number, both bounds included. */
  from(least: number, most: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const fraction = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    return least + Math.floor(fraction * (most - least + 1));
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.from(0, choices.length - 1)]!;
  }

  /** Different days between joining and the play's end, the earliest first. */
  days(count: number, joined: number): number[] {
    const days = new Set<number>();
    for (let i = 0; i < count; i++) days.add(this.from(1, joined - 1));
    return [...days].sort((a, b) => b - a);
  }
}
