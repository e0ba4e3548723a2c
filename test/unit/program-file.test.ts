import { describe, expect, it } from 'vitest';
import { parseProgramFile } from '../../src/program-file/parse-program-file.ts';
import { HEAD, mistakesAfterHead, mistakesIn } from '../support/program-file.ts';

const PLAIN_TIER = { hidden: false, benefit_keys: [], entry_reward_keys: [] };

describe('a program file without mistakes', () => {
  it('needs only a key, a name, a currency and a site', () => {
    expect(parseProgramFile(HEAD).definition).toEqual({
      key: 'shop',
      name: 'Shop',
      currency: 'USD',
      test: false,
      settings: {
        enrol_on_sight: true,
        negative_balance: 'allow',
        currency_rates: {},
        tier_boundary_mode: 'spend',
        tier_membership: null,
        points_expiry: null,
        referrals: null,
        earning_amount: { shipping: false, tax: true, discounts: false },
        receipt_upload_url: null,
        texts: {},
        webview_session_seconds: 900,
        reminders: { tier_upgrade_percent: 80, points_expiration_days: 30, reward_expiration_days: 7 },
        theme: null,
      },
      sites: [
        {
          key: 'main',
          definition: {
            name: 'Shop',
            url: 'https://shop.example',
            currency: 'USD',
            languages: ['en', 'fr'],
            time_zone: 'Europe/Berlin',
            country: null,
            frame_ancestors: [],
          },
        },
      ],
      tiers: [],
      benefits: [],
      rules: [],
      rewards: [],
    });
  });

  it('gives amounts in minor units and durations in seconds', () => {
    const { definition } = parseProgramFile(`${HEAD}
webview_session: 30m
tiers:
  boundary_mode: spend
  membership: { mode: rolling, duration_months: 12 }
  levels:
    low: { name: Low, lower_bound: 0 }
    high: { name: { en: High, fr: Haut }, lower_bound: 249.5 }
rules:
  buy:
    kind: purchase
    title: Buy
    approval_period: 14d
    limit: { count: 3, interval: week }
    result: { points: 5, per_currency_unit: 1 }
    variants:
      high: { result: { points: 15, per_currency_unit: 2.5 } }
  join: { kind: join_program, title: Join, limit: { count: 1 }, result: { reward: five } }
rewards:
  five:
    kind: cart_discount_voucher
    title: Five
    cost_points: 500
    discount: { amount: 4.35 }
    minimum_spend: 20
    expires_after: 24h
    variants: { high: { cost_points: 400 } }
`);
    expect(definition.settings).toMatchObject({
      webview_session_seconds: 1800,
      tier_membership: { mode: 'rolling', duration_months: 12 },
    });
    expect(definition.tiers).toEqual([
      { key: 'low', definition: { ...PLAIN_TIER, name: 'Low', lower_bound: 0 } },
      { key: 'high', definition: { ...PLAIN_TIER, name: { en: 'High', fr: 'Haut' }, lower_bound: 24950 } },
    ]);
    expect(definition.rules.map((rule) => rule.definition)).toMatchObject([
      {
        approval_period_seconds: 1_209_600,
        limit: { count: 3, interval: 'week' },
        result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
        variants: { high: { result: { kind: 'points', points: 15, per_currency_unit_minor: 250 } } },
      },
      { limit: { count: 1, interval: null }, result: { kind: 'reward', reward_key: 'five' } },
    ]);
    expect(definition.rewards[0]!.definition).toMatchObject({
      expires_after_seconds: 86_400,
      properties: { discount: { discount_type: 'fixed', amount_minor: 435 }, minimum_spend_minor: 2000 },
      cost: { kind: 'fixed', points: 500 },
    });
    expect(definition.rewards[0]!.definition.variants.high).toEqual({ cost: { kind: 'fixed', points: 400 } });
  });

  it('may repeat a part by anchor and alias', () => {
    const { definition } = parseProgramFile(`${HEAD}
rules:
  visit: { kind: pageview, title: Visit, result: { points: 3 }, limit: &daily { count: 1, interval: day } }
  party: { kind: birthday, title: Birthday, result: { points: 3 }, limit: *daily }
`);
    expect(definition.rules[1]!.definition.limit).toEqual({ count: 1, interval: 'day' });
  });

  it('may be JSON', () => {
    const site = { name: 'Shop', url: 'https://shop.example', languages: ['en'], time_zone: 'UTC' };
    const text = JSON.stringify(
      { key: 'shop', name: 'Shop', currency: 'JPY', sites: { main: site } },
      null,
      2,
    );
    expect(parseProgramFile(text).definition.sites.at(-1)!.definition.currency).toBe('JPY');
  });
});

describe('a mistake in a program file is told with its line, column and path', () => {
  it.each<[string, string[], string[]]>([
    ['an unknown property', ['nmae: Shop'], ['6:1 nmae: unknown property; did you mean "name"?']],
    [
      'an unknown property deep inside',
      ['rules:', '  visit:', '    kind: pageview', '    title: Visit', '    result: { point: 3, points: 3 }'],
      ['10:15 rules.visit.result.point: unknown property; did you mean "points"?'],
    ],
    [
      'a missing property',
      ['rules:', '  visit: { kind: pageview, title: Visit }'],
      ['7:3 rules.visit: "result" is missing'],
    ],
    [
      'a wrong type',
      ['rules:', '  visit: { kind: pageview, title: Visit, result: { points: "3" } }'],
      ['7:60 rules.visit.result.points: must be a whole number, not the text "3"'],
    ],
    [
      'an empty entry',
      ['rules:', '  visit:'],
      ['7:9 rules.visit: must be a map of names to values, not nothing'],
    ],
    [
      'a wrong name with a wrong value',
      ['rules: { "a b": true, ok: { kind: custom, name: n, title: N, result: { points: 1 } } }'],
      ['6:10 rules.a b: must be made of small letters, digits, "-" and "_", at most 63 of them'],
    ],
    ['a name given twice', ['name: Shop'], ['6:1 name: this name is given twice']],
    ['a name that is no text', ['7: x'], ['6:1 a name must be text: write "7" in quotes']],
    [
      'an entry whose key is none',
      ['rewards:', '  Five Off: {}'],
      ['7:3 rewards.Five Off: must be made of small letters, digits, "-" and "_", at most 63 of them'],
    ],
    [
      'an unknown kind',
      ['rules:', '  visit: { kind: pageveiw, title: Visit, result: { points: 3 } }'],
      [
        '7:18 rules.visit.kind: must be one of pageview, join_program, birthday, newsletter_signup, loyalty_pass_install, review, purchase, retail_purchase, product_purchase, collection_purchase, custom, clickthrough, social_like, social_follow, social_mention, social_post_hashtag, referral, not the text "pageveiw"; did you mean "pageview"?',
      ],
    ],
    [
      "another kind's property",
      [
        'rewards:',
        '  card: { kind: gift_card, title: Card, cost_points: 9, initial_balance: 5, discount: 3 }',
      ],
      [
        '7:77 rewards.card.discount: unknown property; known here: kind, title, description, image, image_url, enabled, cost_points, limit, stock, channels, countries, auto_refund_after, expires_after, variants, initial_balance',
      ],
    ],
    [
      'what a kind needs',
      ['rules:', '  follow: { kind: social_follow, title: Follow, network: social, result: { points: 3 } }'],
      ['7:3 rules.follow: "social_handle" is missing'],
    ],
    [
      'points and a reward at once',
      [
        'rules: { join: { kind: join_program, title: Join, result: { points: 3, reward: card } } }',
        'rewards: { card: { kind: gift_card, title: Card, cost_points: 9, initial_balance: 5 } }',
      ],
      ['6:51 rules.join.result: gives either points or a reward'],
    ],
    [
      'neither points nor a reward',
      ['rules: { join: { kind: join_program, title: Join, result: {} } }'],
      ['6:51 rules.join.result: gives either points or a reward'],
    ],
    [
      'a reward that does not exist',
      [
        'rules: { join: { kind: join_program, title: Join, result: { reward: crad } } }',
        'rewards: { card: { kind: gift_card, title: Card, cost_points: 9, initial_balance: 5 } }',
      ],
      ['6:69 rules.join.result.reward: there is no reward "crad"; did you mean "card"?'],
    ],
    [
      'a product as the result of a rule',
      [
        'rules: { join: { kind: join_program, title: Join, result: { reward: tea } } }',
        'rewards: { tea: { kind: product_cart, title: Tea, cost_points: 9, product: { id: p, variants: [{ id: v }] } } }',
      ],
      [
        '6:69 rules.join.result.reward: "tea" is a product, which needs a cart, and so cannot be given unasked',
      ],
    ],
    [
      'a tier that does not exist',
      [
        'tiers: { boundary_mode: spend, membership: { mode: lifetime }, levels: { gold: { name: Gold, lower_bound: 0 } } }',
        'rules: { join: { kind: join_program, title: Join, result: { points: 1 }, variants: { glod: { enabled: false } } } }',
      ],
      ['7:86 rules.join.variants.glod: there is no tier "glod"; did you mean "gold"?'],
    ],
    [
      'a limit below one',
      ['rules: { join: { kind: join_program, title: Join, result: { points: 1 }, limit: { count: 0 } } }'],
      ['6:90 rules.join.limit.count: must be at least 1'],
    ],
    [
      'an interval that is none',
      [
        'rules: { v: { kind: pageview, title: V, result: { points: 1 }, limit: { count: 1, interval: hour } } }',
      ],
      ['6:93 rules.v.limit.interval: must be one of day, week, month, year, not the text "hour"'],
    ],
    [
      'a duration that is none',
      ['webview_session: 15'],
      [
        '6:18 webview_session: must be a duration from 1 to 999999 of a unit, such as 30s, 15m, 24h or 14d, not the number 15',
      ],
    ],
    [
      'a duration of another unit',
      ['webview_session: 2w'],
      [
        '6:18 webview_session: must be a duration from 1 to 999999 of a unit, such as 30s, 15m, 24h or 14d; this is the text "2w"',
      ],
    ],
    [
      'an amount finer than its currency',
      ['rewards: { card: { kind: gift_card, title: Card, cost_points: 9, initial_balance: 5.005 } }'],
      ['6:83 rewards.card.initial_balance: USD has 2 decimals; this is 5.005'],
    ],
    [
      'an amount and a percentage at once',
      [
        'rewards: { v: { kind: cart_discount_voucher, title: V, cost_points: 9, discount: { amount: 5, percentage: 5 } } }',
      ],
      ['6:72 rewards.v.discount: is either an amount or a percentage'],
    ],
    [
      'a percentage over a hundred',
      [
        'rewards: { v: { kind: cart_discount_voucher, title: V, cost_points: 9, discount: { percentage: 101 } } }',
      ],
      ['6:96 rewards.v.discount.percentage: must be at most 100'],
    ],
    [
      'a product without variants',
      ['rewards: { p: { kind: product_cart, title: P, cost_points: 9, product: { id: x, variants: [] } } }'],
      ['6:91 rewards.p.product.variants: must hold at least one entry'],
    ],
    [
      'a variant given twice, in whatever form',
      [
        'rewards:',
        '  p:',
        '    kind: product_cart',
        '    title: P',
        '    cost_points: 9',
        '    product:',
        '      id: x',
        '      variants:',
        '        - id: "41"',
        '        - id: gid://store/ProductVariant/41',
      ],
      ['15:15 rewards.p.product.variants[1].id: variant gid://store/ProductVariant/41 is given twice'],
    ],
    [
      'a country that does not exist',
      [
        'rewards: { c: { kind: gift_card, title: C, cost_points: 9, initial_balance: 5, countries: [US, UK] } }',
      ],
      ['6:96 rewards.c.countries[1]: there is no country UK'],
    ],
    [
      'a channel that does not exist',
      ['rewards: { c: { kind: gift_card, title: C, cost_points: 9, initial_balance: 5, channels: [webb] } }'],
      [
        '6:91 rewards.c.channels[0]: must be one of web, pos, mobile, not the text "webb"; did you mean "web"?',
      ],
    ],
    [
      'a text in a language of no site',
      ['rules: { v: { kind: pageview, title: { en: Visit, de: Besuch }, result: { points: 1 } } }'],
      ['6:51 rules.v.title.de: is no language of any site'],
    ],
    [
      "a text that lacks a site's first language",
      ['rules: { v: { kind: pageview, title: { fr: Visite }, result: { points: 1 } } }'],
      ['6:31 rules.v.title: lacks en, the first language of site "main"'],
    ],
    [
      'a text that is none',
      ['rules: { v: { kind: pageview, title: [Visit], result: { points: 1 } } }'],
      ['6:38 rules.v.title: must be a text or a map of language to text, not a list'],
    ],
    [
      'a text that is too long, told once',
      [`rules: { v: { kind: pageview, title: ${'x'.repeat(256)}, result: { points: 1 } } }`],
      ['6:38 rules.v.title: must be at most 255 characters long'],
    ],
    [
      'a text that Postgres cannot hold',
      ['rules: { v: { kind: pageview, title: "a\\0b", result: { points: 1 } } }'],
      ['6:38 rules.v.title: must not hold a NUL or half of a surrogate pair'],
    ],
    [
      'a currency that does not exist',
      ['currency_rates: { EUX: 2 }'],
      ['6:19 currency_rates.EUX: there is no currency EUX'],
    ],
    [
      "a rate for the program's own currency",
      ['currency_rates: { USD: 2 }'],
      ["6:24 currency_rates.USD: is the program's own currency, whose rate is 1"],
    ],
    [
      'an alias without an anchor',
      ['rules: *rules'],
      ['6:8 rules: no anchor &rules stands before this alias'],
    ],
    [
      'a tag',
      ['rules: !include rules.yaml'],
      ['6:8 Unresolved tag: !include; a program file has no tags: quote a text that begins with "!"'],
    ],
    [
      'a second document',
      ['---', 'key: other'],
      ['6:1 a second YAML document begins here; a program file holds one'],
    ],
  ])('%s', (_mistake, lines, expected) => {
    expect(mistakesAfterHead(...lines)).toEqual(expected);
  });

  it('about sites', () => {
    expect(
      mistakesIn(`key: Shop
name: Shop
currency: USX
sites:
  main:
    name: Shop
    url: shop.example
    languages: [en, xx, en]
    time_zone: Europe/Berln
    country: XX
    frame_ancestors: [https://a.example/path, "https://*.example", "https://a.example;sandbox"]
  other: { name: Shop, url: https://shop.example, languages: [en], time_zone: UTC, currency: EUR }
`),
    ).toEqual([
      '1:6 key: must be made of small letters, digits, "-" and "_", at most 63 of them; this is the text "Shop"',
      '3:11 currency: there is no currency USX',
      '7:10 sites.main.url: must be an address that begins with https:// or http://; this is the text "shop.example"',
      '8:21 sites.main.languages[1]: there is no language "xx"',
      '8:25 sites.main.languages[2]: this is given twice',
      '9:16 sites.main.time_zone: there is no time zone "Europe/Berln"; write it as in Europe/Berlin',
      '10:14 sites.main.country: there is no country XX',
      '11:23 sites.main.frame_ancestors[0]: must be an origin without a path, such as https://shop.example; this is the text "https://a.example/path"',
      '11:47 sites.main.frame_ancestors[1]: must be an origin without a path, such as https://shop.example; this is the text "https://*.example"',
      '11:68 sites.main.frame_ancestors[2]: must be an origin without a path, such as https://shop.example; this is the text "https://a.example;sandbox"',
      '12:94 sites.other.currency: has no rate in currency_rates',
    ]);
  });

  it('about tiers', () => {
    const levels = (...lines: string[]) =>
      mistakesAfterHead(
        'tiers:',
        '  boundary_mode: spend',
        '  membership: { mode: rolling, duration_months: 12 }',
        '  levels:',
        ...lines.map((line) => `    ${line}`),
      );
    expect(levels('low: { name: Low, lower_bound: 1 }')).toEqual([
      '10:36 tiers.levels.low.lower_bound: must be 0: everybody begins in the first tier',
    ]);
    expect(
      levels(
        'low: { name: Low, lower_bound: 0 }',
        'high: { name: High, lower_bound: 500 }',
        'mid: { name: Mid, lower_bound: 200 }',
      ),
    ).toEqual(['12:36 tiers.levels.mid.lower_bound: must be above that of "high": tiers stand lowest first']);
    expect(levels('low: { name: Low, lower_bound: 0 }', 'same: { name: Same, lower_bound: 0 }')).toEqual([
      '11:38 tiers.levels.same.lower_bound: is also the bound of "low"',
    ]);
    expect(
      mistakesAfterHead('tiers: { boundary_mode: spend, membership: { mode: rolling }, levels: {} }'),
    ).toEqual([
      '6:32 tiers.membership: "duration_months" is missing',
      '6:71 tiers.levels: must hold at least one entry',
    ]);
  });

  it('and all of them at once, in the order of the file', () => {
    const lines = mistakesAfterHead(
      'rewards:',
      '  card: { kind: gift_card, title: Card, cost_points: 0, initial_balance: 5.001 }',
      'rules:',
      '  join: { kind: custom, titel: Join, result: { reward: carp } }',
    );
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['7:54', '7:74', '9:3', '9:25', '9:56']);
  });

  it('with one complaint about a section of the wrong shape, not one for each reference to it', () => {
    expect(
      mistakesAfterHead(
        'rewards: []',
        'tiers: none',
        'rules: { join: { kind: join_program, title: J, result: { reward: card }, variants: { gold: {} } } }',
      ),
    ).toEqual([
      '6:10 rewards: must be a map of names to values, not a list',
      '7:8 tiers: must be a map of names to values, not the text "none"',
    ]);
  });
});

describe('a text that is no program file at all', () => {
  it('an empty file', () => {
    expect(mistakesIn('')).toEqual(['1:1 must be a map of names to values, not nothing']);
  });

  it('a text that is not YAML', () => {
    expect(mistakesIn('key: [shop\nname: Shop\n\tcurrency: USD')).toEqual([
      '2:1 Flow sequence in block collection must be sufficiently indented and end with a ]',
      '3:1 Tabs are not allowed as indentation',
    ]);
  });

  it('a file without end', () => {
    expect(mistakesIn('#'.repeat(1_000_001))).toEqual(['1:1 the file is longer than 1000000 characters']);
  });
});
