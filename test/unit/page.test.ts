import { describe, expect, it } from 'vitest';
import type { LimitState } from '../../src/domain/core/limits.ts';
import { type Program, variantFor } from '../../src/domain/programs/configuration.ts';
import type { CanRedeem, StorefrontCustomer } from '../../src/domain/storefront/customer.ts';
import { offersToNewcomers } from '../../src/domain/storefront/offers.ts';
import { MemberPage } from '../../src/http/page/member-page.tsx';
import { pageContext } from '../../src/http/page/page-context.ts';
import { VisitorPage } from '../../src/http/page/visitor-page.tsx';
import { directionOf } from '../../src/http/shared/document.tsx';
import { MESSAGE_KEYS } from '../../src/texts/catalogues.ts';
import { tierDefinition } from '../support/factories.ts';
import { htmlOf, textOf } from '../support/page-html.ts';
import { SAMPLE_ACTIONS } from '../support/sample-actions.ts';
import { customerRow, UNTRACKED } from '../support/sample-customer.ts';
import { type SampleProgram, sampleProgram } from '../support/sample-program.ts';

const NOON_UTC = Date.UTC(2025, 5, 30, 12);

interface Reader {
  language?: string;
  currency?: string;
}

function contextOf(program: Program, { language = 'en', currency = 'USD' }: Reader) {
  const site = program.sites.at(-1)!;
  return pageContext({ program, site, language, currency }, NOON_UTC, SAMPLE_ACTIONS);
}

interface Standing {
  limit?: LimitState;
  can_redeem?: CanRedeem;
  customer?: Partial<StorefrontCustomer>;
}

/** The page of a member who stands alike with every rule and reward. */
function memberPage(program: Program, standing: Standing = {}, reader: Reader = {}): string {
  const { limit = { state: 'no_limit' }, can_redeem = { state: 'redeemable' } } = standing;
  const customer: StorefrontCustomer = {
    row: customerRow(),
    home: program.sites.at(-1)!,
    now: NOON_UTC,
    mark: '1 1',
    stock_hash: null,
    steady_until: NOON_UTC,
    tier: null,
    next_expiry: null,
    claims: [],
    cart_redemptions: [],
    unlinked_redemptions: [],
    stored_cart: null,
    history: [],
    rules: program.rules.map((rule) => ({
      rule,
      variant: variantFor(rule, null),
      last_completed_at: null,
      completion_count: 0,
      limit,
    })),
    rewards: program.rewards.map((reward) => ({
      reward,
      variant: variantFor(reward, null),
      last_claimed_at: null,
      claim_count: 0,
      limit,
      can_redeem,
    })),
    stock: UNTRACKED,
    ...standing.customer,
  };
  const page = contextOf(program, reader);
  return textOf(htmlOf(page, MemberPage({ page, customer })));
}

function visitorPage(
  sample: SampleProgram,
  reader: Reader = {},
  visitor: 'unknown' | 'not_enrolled' = 'unknown',
): string {
  const program = sampleProgram(sample);
  const offers = offersToNewcomers(program, { channel: 'web', country: 'US' }, UNTRACKED);
  const page = contextOf(program, reader);
  return htmlOf(page, VisitorPage({ page, visitor, offers }));
}

describe('what a member reads', () => {
  it('tells the points and those on their way', () => {
    const page = memberPage(sampleProgram(), {
      customer: { row: customerRow({ points_approved: 12_400, points_pending: 1 }) },
    });
    expect(page).toContain('12,400 points');
    expect(page).toContain('1 more point on the way');
  });

  it('tells a balance below zero', () => {
    const page = memberPage(sampleProgram(), {
      customer: { row: customerRow({ points_approved: -20, points_pending: 0 }) },
    });
    expect(page).toContain('-20 points');
  });

  it.each<[LimitState, string]>([
    [{ state: 'limit_reached_forever' }, 'Done'],
    [
      { state: 'limit_not_reached', interval: 'day', allowed: 3, count: 1, remaining: 2 },
      '2 of 3 left today',
    ],
    [
      { state: 'limit_not_reached', interval: 'day', allowed: 3, count: 0, remaining: 3 },
      'Up to 3 times a day',
    ],
    [
      { state: 'limit_reached_until_reset', interval: 'year', resets_at: Date.UTC(2026, 0, 1, 5) },
      'Again from January 1, 2026',
    ],
  ])('says of a rule at %j: %s', (limit, words) => {
    const program = sampleProgram({ rules: [{ limit: { count: 3, interval: 'day' } }], rewards: [] });
    expect(memberPage(program, { limit })).toContain(words);
  });

  it.each([
    ['Europe/Berlin', 'Again tomorrow'],
    ['America/New_York', 'Again from June 30, 2025'],
  ])('reckons days in the zone of the site: %s', (time_zone, words) => {
    const program = sampleProgram({ sites: [{ time_zone }], rewards: [] });
    const limit: LimitState = {
      state: 'limit_reached_until_reset',
      interval: 'day',
      resets_at: Date.UTC(2025, 5, 30, 22),
    };
    expect(memberPage(program, { limit })).toContain(words);
  });

  it.each<[CanRedeem, string]>([
    [{ state: 'redeemable' }, 'Redeem for 500 points'],
    [{ state: 'insufficient_points', additional_points_required: 120 }, '120 points to go'],
    [{ state: 'claim_limit_reached' }, 'Already redeemed'],
    [{ state: 'out_of_stock' }, 'Out of stock'],
    [{ state: 'max_redemptions_for_cart_reached' }, 'Already in your cart'],
    [{ state: 'unknown' }, 'Depends on your cart'],
  ])('says of a reward at %j: %s', (can_redeem, words) => {
    expect(memberPage(sampleProgram({ rules: [] }), { can_redeem })).toContain(words);
  });

  it('says for which carts a reward is, and how often', () => {
    const voucher = {
      kind: 'cart_discount_voucher',
      discount: { discount_type: 'percentage', percentage: 10 },
      applies_to_order_type: 'all',
      recurring_cycle_limit: null,
      supports_active_subscriptions: false,
      minimum_spend_minor: 2500,
      target_collections: [{ id: 1, url: 'https://shop.example/teas', restriction_text: 'Teas only' }],
    } as const;
    const product = {
      kind: 'product_cart',
      product: { id: '1', handle: null, title: null, url: null, image_url: null, variants: [] },
      max_redemptions_per_cart: null,
      cart_requirements: { minimum_cart_total_minor: 3000, minimum_line_item_count: 2 },
    } as const;
    const program = sampleProgram({
      rules: [],
      rewards: [
        { properties: { ...voucher, target_collections: [...voucher.target_collections] } },
        { properties: { ...product, product: { ...product.product, variants: [] } } },
      ].map((reward) => ({ ...reward, limit: { count: 1, interval: 'month' } })),
    });
    const page = memberPage(program);
    expect(page).toContain('On carts of $25 or more · Teas only · Once a month');
    expect(page).toContain('On carts of $30 or more · With 2 or more items in the cart · Once a month');
    expect(memberPage(program, { can_redeem: { state: 'out_of_stock' } })).not.toContain('Once a month');
  });

  describe('of the goods for which a reward is', () => {
    const voucher = (reward: object, goods: string) => {
      const target_collections = [{ id: 1, url: 'https://shop.example/goods', restriction_text: goods }];
      const properties = {
        kind: 'cart_discount_voucher',
        discount: { discount_type: 'percentage', percentage: 10 },
        applies_to_order_type: 'all',
        recurring_cycle_limit: null,
        supports_active_subscriptions: false,
        minimum_spend_minor: null,
        target_collections,
      };
      return sampleProgram({
        sites: [{ languages: ['en', 'de'] }],
        rules: [],
        rewards: [{ ...reward, properties }],
      } as SampleProgram);
    };
    const teas = { title: { en: 'Tea voucher', de: '10 € Gutschein' } };

    it.each([
      ['once, where the title names them', teas, 'Tea', 'en', 1],
      ['also where only the title in another language names them', teas, 'Tea', 'de', 1],
      ['beside longer words that hold theirs', { title: 'A teapot' }, 'Tea', 'en', 1],
      ['beside a number that holds theirs', { title: 'Tea 20 off' }, 'Tea 2', 'en', 1],
      [
        'beside a description that names them for another reason',
        { title: 'Voucher', description: 'Not valid on sale items' },
        'Sale',
        'en',
        1,
      ],
    ] as const)('tells %s', (_, reward, goods, language, times) => {
      const page = memberPage(voucher(reward, goods), {}, { language });
      expect(page.match(new RegExp(`\\b${goods}\\b`, 'g'))).toHaveLength(times);
    });
  });

  describe('of the least to be spent', () => {
    const LEAST = 'On carts of $25 or more';
    const voucher = (reward: object, amount_minor = 500) =>
      sampleProgram({
        sites: [{ languages: ['en', 'de'] }],
        rules: [],
        rewards: [
          {
            ...reward,
            properties: {
              kind: 'cart_discount_voucher',
              discount: { discount_type: 'fixed', amount_minor },
              applies_to_order_type: 'all',
              recurring_cycle_limit: null,
              supports_active_subscriptions: false,
              minimum_spend_minor: 2500,
              target_collections: [],
            },
          },
        ],
      } as SampleProgram);

    it.each([
      ['a description tells it', { description: 'For your next order of $25 or more.' }],
      ['a description has it in a placeholder', { description: 'Only with {minimum_spend} in the cart.' }],
      ['the title tells it', { title: '$5 off orders over $25' }],
      ['the title has it in a placeholder', { title: '{amount} off {minimum_spend} baskets' }],
    ])('is silent where %s', (_, reward) => {
      const page = memberPage(voucher(reward));
      expect(page).not.toContain(LEAST);
      expect(page.match(/\$25/g)).toHaveLength(1);
    });

    it.each([
      ['names the same amount for another reason', { description: 'Also good for a $25 bouquet.' }, 500],
      ['is worth the same amount', { title: '{amount} off', description: 'Take {amount} home.' }, 2500],
      ['tells it of a longer number', { description: 'For your next order of $250 or more.' }, 500],
    ])('speaks where the reward %s', (_, reward, worth) => {
      expect(memberPage(voucher(reward, worth))).toContain(LEAST);
    });

    it('speaks where the text that tells it is not in the language of the page', () => {
      const described = voucher({ description: { en: 'For your next order of {minimum_spend} or more.' } });
      expect(memberPage(described, {}, { language: 'de' })).toContain('Ab 25 $ Warenwert');
    });
  });

  it('tells the tier, what keeps it and what comes next', () => {
    const tiers = [
      tierDefinition({ name: 'Bronze', lower_bound: 0 }),
      tierDefinition({ name: 'Silver', lower_bound: 20_000 }),
      tierDefinition({ name: 'Gold', lower_bound: 50_000 }),
    ];
    const program = sampleProgram({ tiers });
    const standing = (needed_for_renewal: number) => ({
      tier_id: program.tiers[1]!.id,
      started_at: 0,
      expires_at: Date.UTC(2026, 2, 13, 3),
      progress: {
        kind: 'spend' as const,
        now: 31_250,
        at_expiration: 12_000,
        valid_until: null,
        upgrade_tier_id: program.tiers[2]!.id,
        needed_for_renewal,
        needed_for_upgrade: 18_750,
        forecasted_tier_id: null,
      },
    });
    const page = memberPage(program, { customer: { tier: standing(8_000) } });
    expect(page).toContain('Silver');
    expect(page).toContain('Spend $187.50 more to reach Gold.');
    expect(page).toContain('Spend $80 more by March 12, 2026 to keep it.');
    expect(memberPage(program, { customer: { tier: standing(0) } })).toContain('Renews on March 12, 2026.');
  });

  it.each([
    ['who rose to it yesterday', 11, 1, true],
    ['who rose to it a week ago', 11, 7, false],
    ['who fell to it', 13, 1, false],
    ['who began in it', null, 1, false],
  ])('congratulates on a tier somebody %s', (_, from_tier_id, days, isJoyful) => {
    const tiers = [0, 20_000, 50_000].map((lower_bound) => tierDefinition({ lower_bound }));
    const program = sampleProgram({ tiers });
    const progress = {
      kind: 'spend' as const,
      now: 20_000,
      at_expiration: null,
      valid_until: null,
      upgrade_tier_id: 13,
      needed_for_renewal: null,
      needed_for_upgrade: 30_000,
      forecasted_tier_id: null,
    };
    const date = NOON_UTC - days * 86_400_000;
    const customer = {
      tier: { tier_id: 12, started_at: date, expires_at: null, progress },
      history: [{ kind: 'entered_tier' as const, id: 1, date, tier_id: 12, from_tier_id }],
    };
    expect(memberPage(program, { customer }).includes('You have reached')).toBe(isJoyful);
  });

  it.each([
    ['points', 'Earn 1 more point by March 12, 2026 to keep it.', 'Earn 1,200 more points to reach Gold.'],
    ['orders', 'Place 1 more order by March 12, 2026 to keep it.', 'Place 1,200 more orders to reach Gold.'],
  ] as const)('tells a tier by %s in its own unit', (kind, keep, reach) => {
    const tiers = [tierDefinition({ lower_bound: 0 }), tierDefinition({ name: 'Gold', lower_bound: 9 })];
    const program = sampleProgram({ tiers });
    const tier = {
      tier_id: program.tiers[0]!.id,
      started_at: 0,
      expires_at: Date.UTC(2026, 2, 13, 3),
      progress: {
        kind,
        now: 1,
        at_expiration: 0,
        valid_until: null,
        upgrade_tier_id: program.tiers[1]!.id,
        needed_for_renewal: 1,
        needed_for_upgrade: 1200,
        forecasted_tier_id: null,
      },
    };
    const page = memberPage(program, { customer: { tier } });
    expect(page).toContain(keep);
    expect(page).toContain(reach);
  });

  it.each([
    ['the highest', [0, 500], 1, true],
    ['the highest but for a hidden one', [0, 500, 'hidden'], 1, true],
    ['one given by hand', [0, 500, null], 2, false],
    ['the only one', [0], 0, false],
  ] as const)('thanks for reaching a tier that is %s', (_, bounds, held, thanked) => {
    const tiers = bounds.map((bound, index) =>
      tierDefinition({
        name: `Tier ${index}`,
        lower_bound: bound === 'hidden' ? 900 : bound,
        hidden: bound === 'hidden',
        benefit_keys: index === held ? ['benefit-1', 'benefit-2'] : [],
      }),
    );
    const program = sampleProgram({ tiers, benefits: [{ label: 'Tea' }, { label: 'Cake', secret: true }] });
    const progress = {
      kind: 'spend' as const,
      now: 0,
      at_expiration: null,
      valid_until: null,
      upgrade_tier_id: null,
      needed_for_renewal: null,
      needed_for_upgrade: null,
      forecasted_tier_id: null,
    };
    const tier = { tier_id: 11 + held, started_at: 0, expires_at: null, progress };
    const page = memberPage(program, { customer: { tier } });
    expect(page).toContain(`Tier ${held}`);
    expect(page).toMatch(/Tea\s+Cake/);
    expect(page.includes('This is our highest tier.')).toBe(thanked);
  });

  it('says so where there is nothing to earn or to redeem', () => {
    const page = memberPage(sampleProgram({ rules: [], rewards: [] }));
    expect(page).toContain('There is nothing to earn at the moment.');
    expect(page).toContain('There are no rewards at the moment.');
  });
});

describe('what a visitor reads', () => {
  it('is what newcomers are offered', () => {
    const page = textOf(
      visitorPage({
        tiers: [
          tierDefinition({ name: 'Bronze', lower_bound: 0 }),
          tierDefinition({ name: 'Gold', lower_bound: 50_000 }),
        ],
        rules: [
          { title: 'Buy something', result: { kind: 'points', points: 5, per_currency_unit_minor: 100 } },
          { title: 'Off for newcomers', variants: { 'tier-1': { enabled: false } } },
          { title: 'Off', enabled: false },
        ],
        rewards: [
          { title: 'A gift card', cost: { kind: 'fixed', points: 2500 } },
          { title: 'In the till only', channels: ['pos'] },
          { title: 'For Canada', countries: ['CA'] },
        ],
      }),
    );
    expect(page).toContain('Buy something');
    expect(page).toContain('5 points per $1');
    expect(page).toContain('A gift card');
    expect(page).toContain('2,500 points');
    expect(page).toContain('From $500 spent');
    for (const hidden of ['Off', 'In the till only', 'For Canada']) expect(page).not.toContain(hidden);
  });
});

describe('what a visitor reads of tiers', () => {
  const tiers = (bound: number) => [
    tierDefinition({ name: 'Bronze', lower_bound: 0 }),
    tierDefinition({ name: 'Gold', lower_bound: bound, benefit_keys: ['benefit-1', 'benefit-2'] }),
    tierDefinition({ name: 'Diamond', lower_bound: 10 * bound, hidden: true }),
    tierDefinition({ name: 'Friends', lower_bound: null }),
  ];
  const benefits = [{ label: 'Tea' }, { label: 'Cake', secret: true }];

  it.each([
    ['spend', 50_000, 'From $500 spent'],
    ['points', 1_000, 'From 1,000 points earned'],
    ['orders', 1, 'From 1 order'],
  ] as const)(
    'is from where on they are held by %s, and nothing that is to be a surprise',
    (mode, bound, from) => {
      const settings = { tier_boundary_mode: mode };
      const page = textOf(visitorPage({ settings, tiers: tiers(bound), benefits }));
      for (const shown of ['Bronze', 'From the start', 'Gold', from, 'Tea']) expect(page).toContain(shown);
      for (const hidden of ['Cake', 'Diamond', 'Friends']) expect(page).not.toContain(hidden);
    },
  );

  it('is nothing where there is only one', () => {
    expect(textOf(visitorPage({ tiers: [tierDefinition({ name: 'Bronze' })] }))).not.toContain('Bronze');
  });
});

describe('what a visitor reads first', () => {
  const points = { kind: 'points', points: 250, per_currency_unit_minor: null };
  const joining = (rule: object) =>
    ({
      tiers: [tierDefinition({ lower_bound: 0 }), tierDefinition({ lower_bound: null })],
      rules: [{ kind: 'join_program', properties: {}, title: 'Join', result: points, ...rule }],
    }) as SampleProgram;
  const headline = (sample: SampleProgram) =>
    textOf(/<h2 class="headline">(.*?)<\/h2>/.exec(visitorPage(sample))![1]!);

  it('is the points that joining brings', () => {
    expect(headline(joining({}))).toBe('Join and get 250 points');
  });

  it.each([
    ['nothing', { rules: [] }],
    ['nothing to those of one tier', joining({ variants: { 'tier-2': { enabled: false } } })],
    [
      'fewer points to those of one tier',
      joining({ variants: { 'tier-2': { result: { ...points, points: 50 } } } }),
    ],
    ['a reward, of which none may be left', joining({ result: { kind: 'reward', reward_key: 'reward-1' } })],
  ])('is the program where joining brings %s', (_, sample) => {
    expect(headline(sample)).toBe('Join Sample');
  });
});

describe('how it works, for a visitor', () => {
  const rules = [{ title: 'Buy something' }];
  const rewards = [{ title: 'A gift card' }];
  const steps = (sample: SampleProgram, visitor: 'unknown' | 'not_enrolled') =>
    [...visitorPage(sample, {}, visitor).matchAll(/class="card step">.*?<h3>(.*?)<\/h3>/gs)].map(
      ([, words]) => words,
    );

  it.each([
    ['unknown', { rules, rewards }, ['Join', 'Collect', 'Enjoy']],
    ['unknown', { rules: [], rewards }, ['Join', 'Enjoy']],
    ['unknown', { rules, rewards: [] }, ['Join', 'Collect']],
    ['unknown', { rules: [], rewards: [] }, []],
    ['not_enrolled', { rules, rewards }, ['Collect', 'Enjoy']],
    ['not_enrolled', { rules: [], rewards }, []],
  ] as const)(
    'promises one who is %s nothing that the program does not have: %j',
    (visitor, sample, expected) => {
      expect(steps(sample as SampleProgram, visitor)).toEqual(expected);
    },
  );

  it('has no menu over the only section', () => {
    expect(visitorPage({ rules, rewards })).toContain('<nav class="menu"');
    expect(visitorPage({ rules: [], rewards })).not.toContain('<nav class="menu"');
  });

  it.each(['unknown', 'not_enrolled'] as const)(
    'leads one who is %s to a program without rules with no promise of points to collect',
    (visitor) => {
      const page = textOf(visitorPage({ rules: [], rewards }, {}, visitor));
      expect(page).toMatch(/Sign in at|You have not joined yet\./);
      expect(page).not.toMatch(/collect|earn/i);
    },
  );
});

describe('the rewards that a visitor sees', () => {
  const rewards = (count: number) =>
    visitorPage({ rewards: Array.from({ length: count }, (_, index) => ({ title: `Reward ${index + 1}` })) })
      .split('<section id="rewards"')[1]!
      .split('</section>')[0]!;

  it('are the first six of many, with the others folded', () => {
    const [shown, folded] = rewards(9).split('<summary>');
    expect(shown).toContain('Reward 6');
    expect(shown).not.toContain('Reward 7');
    expect(textOf(folded!)).toContain('Show all 9');
    expect(folded).toContain('Reward 9');
  });

  it('are all of them where one alone would be folded', () => {
    expect(rewards(7)).not.toContain('<summary>');
  });
});

describe('the way in of a visitor', () => {
  const waysOf = (site: object) =>
    [
      ...visitorPage({ sites: [site] }).matchAll(
        /<a class="button[^"]*" href="([^"]+)" target="_top">([^<]+)/g,
      ),
    ].map(([, address, words]) => [words, address]);

  it('leads to the addresses at which the store lets people join and sign in', () => {
    const addresses = { join_url: 'https://shop.example/join', sign_in_url: 'https://shop.example/login' };
    expect(waysOf(addresses)).toEqual([
      ['Join now', 'https://shop.example/join'],
      ['Sign in', 'https://shop.example/login'],
    ]);
  });

  it('leads to the store where it names none', () => {
    expect(waysOf({ url: 'https://shop.example' })).toEqual([
      ['Join now', 'https://shop.example'],
      ['Sign in', 'https://shop.example'],
    ]);
  });
});

describe('languages and currencies', () => {
  const sample: SampleProgram = {
    settings: { currency_rates: { EUR: 0.9 } },
    sites: [{ languages: ['en', 'de', 'ar', 'he'] }],
    rules: [
      {
        title: { en: 'Buy', de: 'Einkaufen', ar: 'تسوق', he: 'קניות' },
        result: { kind: 'points', points: 5, per_currency_unit_minor: 1000 },
      },
    ],
    rewards: [],
  };

  it('words the page in German, with amounts in euros', () => {
    const page = visitorPage(sample, { language: 'de', currency: 'EUR' });
    expect(page).toContain('<html lang="de" dir="ltr" ');
    expect(textOf(page)).toContain('Punkte sammeln');
    expect(textOf(page)).toContain('Einkaufen');
    expect(textOf(page)).toContain('5 Punkte pro 9 €');
  });

  it("keeps the program's own texts where its words are English for want of a catalogue, and tells which is which", () => {
    const page = visitorPage(sample, { language: 'he' });
    expect(page).toContain('<html lang="en" dir="ltr" ');
    expect(page).toContain('Ways to earn');
    expect(page).toContain('<bdi lang="he" dir="rtl">קניות</bdi>');
  });

  it('words the page in Arabic, from right to left', () => {
    const page = visitorPage(sample, { language: 'ar' });
    expect(page).toContain('<html lang="ar" dir="rtl" ');
    expect(textOf(page)).toContain('طرق كسب النقاط');
    expect(textOf(page)).toContain('5 نقاط لكل \u200f10 US$');
  });

  it('keeps words for want of Arabic ones apart from its own, wherever they stand', () => {
    const per_dollar = (points: number) =>
      ({ kind: 'points', points, per_currency_unit_minor: 100 }) as const;
    const sample: SampleProgram = {
      sites: [{ languages: ['en', 'ar'] }],
      tiers: [
        { name: 'Base', lower_bound: 0 },
        { name: 'Gold', lower_bound: 5000, entry_reward_keys: ['reward-1'] },
      ],
      rules: [{ title: 'Buy', result: per_dollar(5), variants: { 'tier-2': { result: per_dollar(6) } } }],
      rewards: [{ title: { en: '{amount} card' } }],
    };
    const [, tiers = ''] = visitorPage(sample, { language: 'ar' }).split('<section id="tiers"');
    expect(tiers).toContain('<bdi lang="en" dir="ltr">Buy</bdi>: <bdi dir="rtl">6 نقاط لكل ');
    expect(tiers).toContain('هدية ترحيب: \u2068<bdi lang="en" dir="ltr">$10 card</bdi>\u2069');
    const can_redeem = { state: 'insufficient_points', additional_points_required: 120 } as const;
    const page = memberPage(sampleProgram(sample), { can_redeem }, { language: 'ar' });
    expect(page).toContain('التالي: \u2068$10 card\u2069');
  });

  it("speaks with the operator's own words, also in a language that has no catalogue", () => {
    const hebrew = Object.fromEntries(MESSAGE_KEYS.map((key) => [key, 'עברית']));
    const texts = {
      en: { page_earn: 'Grow with us' },
      he: { ...hebrew, points_per_amount: '{points} נקודות לכל {amount}' },
    };
    const worded = { ...sample, settings: { ...sample.settings, texts } };
    expect(textOf(visitorPage(worded, { language: 'en' }))).toContain('Grow with us');
    const page = visitorPage(worded, { language: 'he' });
    expect(page).toContain('<html lang="he" dir="rtl" ');
    expect(textOf(page)).toContain('5 נקודות לכל');
  });

  it("lets the operator's own words choose by the name of a tier or a reward", () => {
    const texts = {
      en: {
        page_tier_builds: '{tier, select, Silver {All that shines of Silver} other {All of {tier}}}',
        page_tier_gift: '{reward, select, Tea {A cup to welcome you} other {A gift: {reward}}}',
        page_next_reward: '{reward, select, Tea {Soon a cup} other {Next: {reward}}}',
      },
    };
    const tiers = [
      tierDefinition({ name: 'Base', benefit_keys: ['benefit-1'] }),
      tierDefinition({ name: 'Silver', lower_bound: 500, benefit_keys: ['benefit-1', 'benefit-2'] }),
      tierDefinition({
        name: 'Gold',
        lower_bound: 900,
        benefit_keys: ['benefit-1', 'benefit-2', 'benefit-3'],
        entry_reward_keys: ['reward-1', 'reward-2'],
      }),
    ];
    const program = sampleProgram({
      settings: { texts },
      tiers,
      benefits: [{ label: 'One' }, { label: 'Two' }, { label: 'Three' }],
      rewards: [{ title: 'Tea' }, { title: 'Cake' }],
    });
    const can_redeem = { state: 'insufficient_points', additional_points_required: 120 } as const;
    const page = memberPage(program, { can_redeem });
    expect(page).toContain('All of Base');
    expect(page).toContain('All that shines of Silver');
    expect(page).toContain('A cup to welcome you');
    expect(page).toContain('A gift: Cake');
    expect(page).toContain('Soon a cup');
  });

  it.each([
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['az-Arab', 'rtl'],
    ['de', 'ltr'],
    ['ja', 'ltr'],
  ])('writes %s %s', (language, direction) => {
    expect(directionOf(language)).toBe(direction);
  });
});
