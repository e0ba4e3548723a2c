import { describe, expect, it } from 'vitest';
import { mistakesAfterHead } from '../support/program-file.ts';

const POINTS = 'result: { points: 1 }';
const rule = (text: string) => `rules: { r: { ${text} } }`;
const reward = (text: string) => `rewards: { w: { title: W, cost_points: 9, ${text} } }`;
const CARD = 'rewards: { card: { kind: gift_card, title: Card, cost_points: 9, initial_balance: 5 } }';

/** The levels of a file whose tiers are by spend for life, or by what is given. */
function tiers(levels: string, rest = 'boundary_mode: spend, membership: { mode: lifetime }'): string {
  return `tiers: { ${rest}, levels: { ${levels} } }`;
}

type Case = [mistake: string, lines: string[], expected: string[]];

function each(cases: Case[]): void {
  it.each(cases)('%s', (_mistake, lines, expected) => {
    expect(mistakesAfterHead(...lines)).toEqual(expected);
  });
}

describe('a mistake about rules', () => {
  each([
    [
      'products that are missing',
      [rule(`kind: product_purchase, ${POINTS}`)],
      ['6:10 rules.r: "products" is missing'],
    ],
    [
      'no products at all',
      [rule(`kind: product_purchase, products: [], ${POINTS}`)],
      ['6:49 rules.r.products: must hold at least one entry'],
    ],
    [
      'a product as a number',
      [rule(`kind: product_purchase, products: [8001], ${POINTS}`)],
      ['6:50 rules.r.products[0]: must be a text, not the number 8001'],
    ],
    [
      'a product twice, in whatever form',
      [rule(`kind: product_purchase, products: ["41", gid://store/Product/41], ${POINTS}`)],
      ['6:56 rules.r.products[1]: product gid://store/Product/41 is given twice'],
    ],
    [
      'a collection twice',
      [rule(`kind: collection_purchase, collections: ["7", gid://store/Collection/7], ${POINTS}`)],
      ['6:61 rules.r.collections[1]: collection gid://store/Collection/7 is given twice'],
    ],
    [
      'points per amount of what is no purchase',
      [rule('kind: review, result: { points: 1, per_currency_unit: 1 }')],
      ['6:50 rules.r.result.per_currency_unit: unknown property; known here: points, reward'],
    ],
    [
      'points per amount, without points',
      [rule('kind: retail_purchase, result: { reward: card, per_currency_unit: 1 }'), CARD],
      ['6:62 rules.r.result.per_currency_unit: needs points beside it'],
    ],
    [
      'an approval period of a reward, which is given at once',
      [rule('kind: review, result: { reward: card }, approval_period: 3d'), CARD],
      ['6:55 rules.r.approval_period: holds back points alone: a rule that gives a reward gives it at once'],
    ],
    [
      'an approval period of a reward that one tier is given',
      [
        rule(
          `kind: review, ${POINTS}, approval_period: 3d, variants: { gold: { result: { reward: card } } }`,
        ),
        CARD,
        tiers('base: { name: B, lower_bound: 0 }, gold: { name: G, lower_bound: 9 }'),
      ],
      ['6:52 rules.r.approval_period: holds back points alone: a rule that gives a reward gives it at once'],
    ],
    [
      'an amount per points that the currency lacks',
      [rule('kind: product_purchase, products: ["1"], result: { points: 1, per_currency_unit: 0.001 }')],
      ['6:96 rules.r.result.per_currency_unit: USD has 2 decimals; this is 0.001'],
    ],
    ['a custom rule without a name', [rule(`kind: custom, ${POINTS}`)], ['6:10 rules.r: "name" is missing']],
    [
      'a name like those of other kinds',
      [rule(`kind: custom, name: $review, ${POINTS}`)],
      ['6:35 rules.r.name: must not begin with a $, as the names of other kinds do'],
    ],
    [
      'a name of two custom rules',
      [
        'rules:',
        `  a: { kind: custom, name: workshop, ${POINTS} }`,
        `  b: { kind: custom, name: workshop, ${POINTS} }`,
      ],
      ['8:28 rules.b.name: is also the name of "a"'],
    ],
    [
      'an address of another scheme',
      [rule(`kind: clickthrough, destination_url: javascript:alert(1), ${POINTS}`)],
      [
        '6:52 rules.r.destination_url: must be an address that begins with https:// or http://; this is the text "javascript:alert(1)"',
      ],
    ],
    [
      'a page to like that is none',
      [rule(`kind: social_like, social_like_url: whole, ${POINTS}`)],
      [
        '6:51 rules.r.social_like_url: must be an address that begins with https:// or http://; this is the text "whole"',
      ],
    ],
    [
      'a mention of nobody',
      [rule(`kind: social_mention, network: social, ${POINTS}`)],
      ['6:10 rules.r: "social_handle" is missing'],
    ],
    [
      'a hashtag of no network',
      [rule(`kind: social_post_hashtag, hashtag: tea, ${POINTS}`)],
      ['6:10 rules.r: "network" is missing'],
    ],
    [
      'a trigger that is none',
      [rule(`kind: referral, trigger: purchase, ${POINTS}`)],
      ['6:40 rules.r.trigger: must be one of any_purchase, qualifying_purchase, not the text "purchase"'],
    ],
    [
      'a qualifying purchase of any amount',
      [rule(`kind: referral, trigger: qualifying_purchase, ${POINTS}`)],
      ['6:40 rules.r.trigger: needs a minimum_spend beside it'],
    ],
    [
      'a minimum for any purchase',
      [rule(`kind: referral, minimum_spend: 5, ${POINTS}`)],
      ['6:31 rules.r.minimum_spend: needs "trigger: qualifying_purchase" beside it'],
    ],
    [
      'a voucher of a chosen amount as a result',
      [
        rule('kind: review, result: { reward: w }'),
        'rewards: { w: { kind: cart_variable_discount_voucher, title: W, cost_points_per_unit: 9, minimum_discount: 1, maximum_discount: 2 } }',
      ],
      [
        '6:47 rules.r.result.reward: "w" is a voucher whose amount the customer chooses, and so cannot be given unasked',
      ],
    ],
    [
      "something for a subscription as a tier's result",
      [
        tiers('base: { name: Base, lower_bound: 0 }'),
        rule(`kind: review, ${POINTS}, variants: { base: { result: { reward: w } } }`),
        reward('kind: active_subscription_discount_voucher, discount: { amount: 1 }'),
      ],
      [
        '7:90 rules.r.variants.base.result.reward: "w" needs a running subscription, and so cannot be given unasked',
      ],
    ],
  ]);
});

describe('a mistake about rewards', () => {
  const shipping = 'kind: free_shipping_voucher';
  const chosen = (text: string) =>
    `rewards: { w: { kind: cart_variable_discount_voucher, title: W, ${text} } }`;
  each([
    [
      'a cost per unit of what costs the same each time',
      [reward(`${shipping}, cost_points_per_unit: 1`)],
      [
        '6:72 rewards.w.cost_points_per_unit: unknown property; known here: kind, title, description, image, image_url, enabled, cost_points, limit, stock, channels, countries, auto_refund_after, expires_after, variants, codes, max_shipping',
      ],
    ],
    [
      'no cost per unit',
      [chosen('minimum_discount: 1, maximum_discount: 2')],
      ['6:12 rewards.w: "cost_points_per_unit" is missing'],
    ],
    [
      'one cost for any amount',
      [chosen('cost_points: 5, cost_points_per_unit: 1, minimum_discount: 1, maximum_discount: 2')],
      [
        '6:65 rewards.w.cost_points: unknown property; known here: kind, title, description, image, image_url, enabled, cost_points_per_unit, limit, stock, channels, countries, auto_refund_after, expires_after, variants, codes, minimum_discount, maximum_discount, minimum_spend_before_discount, minimum_spend_after_discount, applies_to_order_type',
      ],
    ],
    [
      'a maximum below the minimum',
      [chosen('cost_points_per_unit: 1, minimum_discount: 3, maximum_discount: 2')],
      ['6:129 rewards.w.maximum_discount: must not be below the minimum_discount'],
    ],
    [
      'amounts finer than the currency',
      [
        chosen(
          'cost_points_per_unit: 1, minimum_discount: 1.001, maximum_discount: 2.001, minimum_spend_before_discount: 3.001, minimum_spend_after_discount: 4.001',
        ),
      ],
      [
        '6:108 rewards.w.minimum_discount: USD has 2 decimals; this is 1.001',
        '6:133 rewards.w.maximum_discount: USD has 2 decimals; this is 2.001',
        '6:171 rewards.w.minimum_spend_before_discount: USD has 2 decimals; this is 3.001',
        '6:208 rewards.w.minimum_spend_after_discount: USD has 2 decimals; this is 4.001',
      ],
    ],
    [
      'an amount in the title of what has none',
      [
        'rewards:',
        '  walk: { kind: custom, title: "{amount} of walking", cost_points: 9 }',
        '  shipping:',
        '    kind: free_shipping_voucher',
        '    title: { en: "{amount} off", fr: F }',
        '    cost_points: 9',
        '    variants: { base: { title: "Up to {amount}" } }',
        '  card: { kind: gift_card, title: "{amount}", cost_points: 9, initial_balance: 5 }',
        tiers('base: { name: Base, lower_bound: 0 }'),
      ],
      [
        '7:32 rewards.walk.title: there is no {amount} of such a reward',
        '10:18 rewards.shipping.title.en: there is no {amount} of such a reward',
        '12:32 rewards.shipping.variants.base.title: there is no {amount} of such a reward',
      ],
    ],
    [
      'free shipping up to nothing',
      [reward(`${shipping}, max_shipping: 0`)],
      ['6:86 rewards.w.max_shipping: must be more than 0'],
    ],
    [
      'codes from nowhere',
      [reward(`${shipping}, codes: pol`)],
      ['6:79 rewards.w.codes: must be pool, not the text "pol"; did you mean "pool"?'],
    ],
    [
      'codes of a wrong type',
      [reward(`${shipping}, codes: [pool]`)],
      ['6:79 rewards.w.codes: must be pool or a map with pattern, not a list'],
    ],
    [
      'codes without a pattern',
      [reward(`${shipping}, codes: { patern: A }`)],
      [
        '6:72 rewards.w.codes: "pattern" is missing',
        '6:81 rewards.w.codes.patern: unknown property; did you mean "pattern"?',
      ],
    ],
    [
      'a pattern that can be guessed',
      [reward(`${shipping}, codes: { pattern: SUMMER-?? }`)],
      [expect.stringMatching(/^6:90 rewards.w.codes.pattern: could be guessed/)],
    ],
    [
      'codes of a gift card',
      [reward('kind: gift_card, initial_balance: 5, codes: pool')],
      [
        '6:80 rewards.w.codes: unknown property; known here: kind, title, description, image, image_url, enabled, cost_points, limit, stock, channels, countries, auto_refund_after, expires_after, variants, initial_balance',
      ],
    ],
    [
      'an amount off a product',
      [reward('kind: product_discount_voucher, product: { id: p }, discount: { amount: 5 }')],
      [
        '6:95 rewards.w.discount: "percentage" is missing',
        '6:107 rewards.w.discount.amount: unknown property; known here: percentage',
      ],
    ],
    [
      'a percentage of three decimals',
      [reward('kind: product_discount_voucher, product: { id: p }, discount: { percentage: 0.125 }')],
      ['6:119 rewards.w.discount.percentage: must have at most two decimals'],
    ],
    [
      'a discount of both',
      [
        reward(
          'kind: collection_discount_voucher, collection: { id: c }, discount: { amount: 5, percentage: 5 }',
        ),
      ],
      ['6:101 rewards.w.discount: is either an amount or a percentage'],
    ],
    [
      'a collection without an id',
      [reward('kind: collection_discount_voucher, collection: { title: C }, discount: { amount: 5 }')],
      ['6:78 rewards.w.collection: "id" is missing'],
    ],
    [
      'no discount of a subscription',
      [reward('kind: active_subscription_discount_voucher')],
      ['6:12 rewards.w: "discount" is missing'],
    ],
    [
      'a variant twice in a subscription',
      [reward('kind: active_subscription_product, product: { id: p, variants: [{ id: v }, { id: v }] }')],
      ['6:124 rewards.w.product.variants[1].id: variant v is given twice'],
    ],
    [
      'a webhook without an address',
      [reward('kind: custom, fulfillment_method: webhook')],
      ['6:77 rewards.w.fulfillment_method: needs a fulfillment_webhook_url beside it'],
    ],
    [
      'an address without a webhook',
      [reward('kind: custom, fulfillment_webhook_url: https://a.example')],
      ['6:57 rewards.w.fulfillment_webhook_url: needs "fulfillment_method: webhook" beside it'],
    ],
    [
      'an address that is no web address',
      [reward('kind: custom, fulfillment_method: webhook, fulfillment_webhook_url: ftp://a.example')],
      [
        '6:111 rewards.w.fulfillment_webhook_url: must be an address that begins with https:// or http://; this is the text "ftp://a.example"',
      ],
    ],
    [
      'a method to fulfil a voucher',
      [reward('kind: custom, fulfillment_type: voucher, fulfillment_method: manual')],
      ['6:84 rewards.w.fulfillment_method: needs "fulfillment_type: store_fulfillment" beside it'],
    ],
    [
      'codes of what gives none',
      [reward('kind: custom, codes: pool')],
      ['6:57 rewards.w.codes: needs "fulfillment_type: voucher" beside it'],
    ],
  ]);
});

describe('a mistake about tiers', () => {
  each([
    [
      'a bound that is missing',
      [tiers('base: { name: Base }')],
      ['6:74 tiers.levels.base: "lower_bound" is missing'],
    ],
    [
      'a conditional tier with a bound',
      [tiers('base: { name: Base, lower_bound: 0 }, vip: { name: V, conditional: true, lower_bound: 5 }')],
      ['6:147 tiers.levels.vip.lower_bound: a conditional tier has none: it is given by hand'],
    ],
    [
      'a conditional tier first',
      [tiers('vip: { name: V, conditional: true }, base: { name: Base, lower_bound: 0 }')],
      ['6:74 tiers.levels.vip: is conditional: the first tier is the one everybody begins in'],
    ],
    [
      'a conditional tier between others, which is none',
      [
        tiers(
          'a: { name: A, lower_bound: 0 }, v: { name: V, conditional: true }, b: { name: B, lower_bound: 5 }',
        ),
      ],
      [],
    ],
    [
      'half an order',
      [
        tiers(
          'a: { name: A, lower_bound: 0 }, b: { name: B, lower_bound: 1.5 }',
          'boundary_mode: orders, membership: { mode: lifetime }',
        ),
      ],
      ['6:134 tiers.levels.b.lower_bound: must be a whole number of orders'],
    ],
    [
      'half a cent',
      [tiers('a: { name: A, lower_bound: 0 }, b: { name: B, lower_bound: 1.005 }')],
      ['6:133 tiers.levels.b.lower_bound: USD has 2 decimals; this is 1.005'],
    ],
    [
      'a bound below nothing',
      [tiers('a: { name: A, lower_bound: -1 }')],
      ['6:101 tiers.levels.a.lower_bound: must be at least 0'],
    ],
    [
      'no membership',
      [tiers('a: { name: A, lower_bound: 0 }', 'boundary_mode: spend')],
      ['6:1 tiers: "membership" is missing'],
    ],
    [
      'a mode that is none',
      [tiers('a: { name: A, lower_bound: 0 }', 'boundary_mode: spend, membership: { mode: yearly }')],
      [
        '6:52 tiers.membership.mode: must be one of rolling, calendar, enrollment_anniversary, lifetime, not the text "yearly"',
      ],
    ],
    [
      'a day that its month lacks',
      [
        tiers(
          'a: { name: A, lower_bound: 0 }',
          'boundary_mode: spend, membership: { mode: calendar, starts_on: { month: 2, day: 30 }, window_months: 12, windows: 1 }',
        ),
      ],
      ['6:90 tiers.membership.starts_on.day: the month has 29 days'],
    ],
    [
      'a month that the year lacks',
      [
        tiers(
          'a: { name: A, lower_bound: 0 }',
          'boundary_mode: spend, membership: { mode: calendar, starts_on: { month: 13, day: 30 }, window_months: 12, windows: 1 }',
        ),
      ],
      ['6:82 tiers.membership.starts_on.month: must be at most 12'],
    ],
    [
      'windows that are missing',
      [
        tiers(
          'a: { name: A, lower_bound: 0 }',
          'boundary_mode: spend, membership: { mode: enrollment_anniversary }',
        ),
      ],
      ['6:32 tiers.membership: "windows" is missing'],
    ],
    [
      'a benefit that does not exist',
      [
        `${tiers('a: { name: A, lower_bound: 0, benefits: [lunge, gift] }').slice(0, -2)}, benefits: { lounge: { label: L } } }`,
      ],
      [
        '6:115 tiers.levels.a.benefits[0]: there is no benefit "lunge"; did you mean "lounge"?',
        '6:122 tiers.levels.a.benefits[1]: there is no benefit "gift"',
      ],
    ],
    [
      'a benefit where there are none',
      [tiers('a: { name: A, lower_bound: 0, benefits: [lounge] }')],
      ['6:115 tiers.levels.a.benefits[0]: there is no benefit "lounge"'],
    ],
    [
      'a benefit twice',
      [
        `${tiers('a: { name: A, lower_bound: 0, benefits: [lounge, lounge] }').slice(0, -2)}, benefits: { lounge: { label: L } } }`,
      ],
      ['6:123 tiers.levels.a.benefits[1]: this is given twice'],
    ],
    [
      'details without text',
      [
        `${tiers('a: { name: A, lower_bound: 0 }').slice(0, -2)}, benefits: { lounge: { label: L, details: { html: L } } } }`,
      ],
      ['6:140 tiers.benefits.lounge.details: "plaintext" is missing'],
    ],
    [
      'details in a language of no site',
      [
        `${tiers('a: { name: A, lower_bound: 0 }').slice(0, -2)}, benefits: { lounge: { label: L, details: { plaintext: L, html: { en: L, de: L } } } } }`,
      ],
      ['6:180 tiers.benefits.lounge.details.html.de: is no language of any site'],
    ],
    [
      'an entry reward that does not exist',
      [tiers('a: { name: A, lower_bound: 0, entry_rewards: [crad] }'), CARD],
      ['6:120 tiers.levels.a.entry_rewards[0]: there is no reward "crad"; did you mean "card"?'],
    ],
    [
      'a product on entry',
      [
        tiers('a: { name: A, lower_bound: 0, entry_rewards: [w] }'),
        reward('kind: product_cart, product: { id: p, variants: [{ id: v }] }'),
      ],
      [
        '6:120 tiers.levels.a.entry_rewards[0]: "w" is a product, which needs a cart, and so cannot be given unasked',
      ],
    ],
  ]);
});

describe('a mistake about what holds for the whole program', () => {
  each([
    [
      'an expiry that is none',
      ['points_expiry: { mode: never }'],
      [
        '6:24 points_expiry.mode: must be one of inactivity_since_purchase, inactivity_since_balance_change, after_earning, calendar_date, not the text "never"',
      ],
    ],
    [
      'an expiry without months',
      ['points_expiry: { mode: after_earning }'],
      ['6:1 points_expiry: "duration_months" is missing'],
    ],
    [
      'an expiry after too long',
      ['points_expiry: { mode: after_earning, duration_months: 121 }'],
      ['6:56 points_expiry.duration_months: must be at most 120'],
    ],
    [
      'months for a date',
      ['points_expiry: { mode: calendar_date, month: 6, day: 30, duration_months: 6 }'],
      ['6:58 points_expiry.duration_months: unknown property; known here: mode, month, day'],
    ],
    [
      'a date that never comes',
      ['points_expiry: { mode: calendar_date, month: 6, day: 31 }'],
      ['6:54 points_expiry.day: the month has 30 days'],
    ],
    ['a date that comes in leap years', ['points_expiry: { mode: calendar_date, month: 2, day: 29 }'], []],
    [
      'an incentive that does not exist',
      ['referrals: { incentive: crad }', CARD],
      ['6:25 referrals.incentive: there is no reward "crad"; did you mean "card"?'],
    ],
    [
      'an incentive that is no cart voucher',
      ['referrals: { incentive: card }', CARD],
      [
        '6:25 referrals.incentive: "card" is a gift_card: a friend is given a cart_discount_voucher or a free_shipping_voucher',
      ],
    ],
    [
      'friends below one',
      ['referrals: { cap: { count: 0 }, daily_friends_per_address: 0 }'],
      [
        '6:28 referrals.cap.count: must be at least 1',
        '6:60 referrals.daily_friends_per_address: must be at least 1',
      ],
    ],
    [
      'a receipt address that is none',
      ['receipt_upload_url: receipts'],
      [
        '6:21 receipt_upload_url: must be an address that begins with https:// or http://; this is the text "receipts"',
      ],
    ],
    [
      'texts in a language of no site',
      ['texts: { de: { points_added: P }, fr: { points_added: P } }'],
      ['6:10 texts.de: is no language of any site'],
    ],
    [
      'texts in no language',
      ['texts: { e: { points_added: P } }'],
      ['6:10 texts.e: must be a language tag such as en or pt-BR'],
    ],
    [
      'a text under no name',
      ['texts: { en: { Points Added: P } }'],
      ['6:16 texts.en.Points Added: must be the name of a message: small letters, digits and "_"'],
    ],
    [
      'texts in a language that there is not',
      ['texts: { xx: { points_added: P } }'],
      ['6:10 texts.xx: there is no such language'],
    ],
    [
      'texts in English, which all fall back on, and in what a language of a site is a kind of',
      ['texts: { en: { points_added: P } }'],
      [],
    ],
    [
      'a text for a message that there is not',
      ['texts: { fr: { points_add: P } }'],
      ['6:28 texts.fr.points_add: there is no message "points_add"; did you mean "points_added"?'],
    ],
    [
      'a text that is no ICU message',
      ['texts:', '  en:', '    points: "{points, plural, one {1 petal}"'],
      [expect.stringMatching(/^8:13 texts\.en\.points: is no ICU message: /)],
    ],
    [
      'a text with what its message is not given',
      ['texts:', '  en:', '    points: "{petals} petals"'],
      ['8:13 texts.en.points: there is no {petals} in this message; it is given {points}'],
    ],
  ]);
});
