import { PEOPLE } from './people.ts';
import type { Act, ClaimAct, Diary, OrderAct, Step, Story } from './story.ts';

export const DEMO_CUSTOMER = '1001';
/** The redemption that the demo customer makes at each start. */
export const CART_REWARD = { reward: 'tea-tin', variant_id: '8101' } as const;
/** The discount, in whole units, that demo.json proposes for the reward with an open discount. */
export const CHOSEN_DISCOUNT = { reward: 'as-you-like', discount_amount: 5 } as const;
const BIRTHDAY_DAYS_AGO = 100;

const visit: Act = { kind: 'complete', rule: 'daily-visit' };
const follow: Act = { kind: 'complete', rule: 'follow' };

const report = (rule: string): Act => ({ kind: 'report', rule });
const claim = (reward: string, rest: Partial<ClaimAct> = {}): Act => ({ kind: 'claim', reward, ...rest });

function order(number: string, price: number, uses: OrderAct['uses'] = []): OrderAct {
  const tea = { product_id: '8010', variant_id: '8110', collection_id: '7001' };
  const items = [{ ...tea, quantity: 2, price: price / 2 }];
  return { kind: 'order', number, items, shipping: 590, uses };
}

const product = (reward: string, variant_id: string, cart_id: string) =>
  claim(reward, { variant_id, cart_id });

/**
 * The customer with the key, page and requests that the README shows. In its year everything happens once. Its tier is
 * Bloom by spend, above the lowest tier and below the highest. Some rewards of each kind are used and some are not. One
 * product was taken back unused. The last order's points are still pending.
 */
export function demoCustomerStory(diary: Diary): Story {
  const [first_name, last_name] = PEOPLE[0]!;
  const on = (daysAgo: number, act: Act, slot = 0): Step => diary.step(daysAgo, act, slot);
  const visits = [328, 301, 262, 233, 201, 176, 149, 118, 92, 71, 48, 33, 19, 11, 4, 2];
  const steps = [
    on(330, { kind: 'join' }),
    ...visits.map((daysAgo) => on(daysAgo, visit)),
    on(325, { kind: 'subscribe' }),
    on(320, order('M-1001', 18_000)),
    on(311, report('review')),
    on(300, follow),
    on(288, { kind: 'complete', rule: 'almanac' }, 2),
    on(270, order('M-1002', 15_000)),
    on(245, report('herb-walk')),
    on(210, { kind: 'complete', rule: 'like' }, 3),
    on(190, report('mention')),
    on(180, { ...order('M-1003', 2_900), shipping: 0, in_shop: true }),
    on(160, claim('five-off')),
    on(158, order('M-1004', 6_400, [{ reward: 'five-off', amount: 500 }])),
    on(140, report('wallet')),
    on(125, { kind: 'adjust', points: 3_000, note: 'Won the summer photo contest' }),
    on(110, order('M-1005', 3_800)),
    on(90, report('hashtag')),
    on(75, claim('coffee')),
    on(60, product('tea-tin', '8102', 'cart-1001-1')),
    on(60, order('M-1006', 5_500, [{ reward: 'tea-tin', amount: 0 }])),
    on(45, product('tea-tin', '8101', 'cart-1001-2')),
    on(40, claim('first-taste')),
    on(30, { kind: 'adjust', points: 8_000, note: 'Thank you for hosting the herb walk' }),
    on(28, claim('apple-tree')),
    on(27, claim('tea-tenth')),
    on(26, claim('honey-quarter')),
    on(25, claim('subscription-tenth')),
    on(24, claim('free-delivery')),
    on(23, claim('as-you-like', { discount: 800 })),
    on(20, claim('five-off')),
    on(15, { kind: 'adjust', points: -40, note: 'Correction of points credited twice' }),
    on(12, { ...order('M-1007', 3_800), gift_card: { reward: 'gift-card', amount: 1_800 } }),
    on(10, follow),
    on(6, product('cheese-board', '8201', 'cart-1001-3')),
    on(
      6,
      order('M-1008', 7_200, [
        { reward: 'cheese-board', amount: 0 },
        { reward: 'first-taste', amount: 1_080 },
        { reward: 'as-you-like', amount: 800 },
      ]),
    ),
  ];
  return {
    merchant_id: DEMO_CUSTOMER,
    site: 'main',
    first_name,
    last_name,
    email: 'ada.moreno@meadow-and-vine.example',
    ip_address: '203.0.113.200',
    birthday: { ...diary.dayOfYear(BIRTHDAY_DAYS_AGO), year: 1988 },
    email_marketing: 'unknown',
    sms_marketing: 'subscribed',
    steps: steps.sort((a, b) => a.at - b.at),
  };
}
