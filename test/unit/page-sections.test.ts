import { describe, expect, it } from 'vitest';
import { type Program, variantFor } from '../../src/domain/programs/configuration.ts';
import type { HistoryEntry, StorefrontCustomer } from '../../src/domain/storefront/customer.ts';
import { offersToNewcomers } from '../../src/domain/storefront/offers.ts';
import { MemberPage } from '../../src/http/page/member-page.tsx';
import type { ShownOutcome } from '../../src/http/page/outcome.ts';
import { pageContext } from '../../src/http/page/page-context.ts';
import { VisitorPage } from '../../src/http/page/visitor-page.tsx';
import { tierDefinition } from '../support/factories.ts';
import { htmlOf, linesOf } from '../support/page-html.ts';
import { PROPERTIES } from '../support/reward-kinds.ts';
import { SAMPLE_ACTIONS } from '../support/sample-actions.ts';
import { claimRecord, customerRow, NOON, storefrontCustomer, UNTRACKED } from '../support/sample-customer.ts';
import { sampleProgram } from '../support/sample-program.ts';

const DAY = 86_400_000;

/** Every rule and reward of the program, with nothing done yet. */
function offered(program: Program): Pick<StorefrontCustomer, 'rules' | 'rewards'> {
  const limit = { state: 'no_limit' } as const;
  return {
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
      can_redeem: { state: 'redeemable' },
    })),
  };
}

function memberHtml(
  program: Program,
  parts: Partial<StorefrontCustomer> = {},
  outcome: ShownOutcome | null = null,
  language = 'en',
): string {
  const customer = storefrontCustomer(program, { ...offered(program), ...parts });
  const session = { program, site: program.sites.at(-1)!, language, currency: 'USD' };
  const page = pageContext(session, NOON, SAMPLE_ACTIONS, { balance: customer.row.points_approved, outcome });
  return htmlOf(page, MemberPage({ page, customer }));
}

/** The contents of a section of the page. */
function section(html: string, id: string): string[] {
  const [, rest = ''] = html.split(`<section id="${id}"`);
  return linesOf(`<section ${rest.split('</section>')[0]}`);
}

const pending = (id: number, points: number, approves_at: number | null): HistoryEntry => ({
  kind: 'earned_points_from_rule',
  id,
  date: NOON,
  rule: undefined,
  points,
  state: 'pending',
  approves_at,
  expires_at: null,
});

describe('the points', () => {
  it('tell when the next of those pending come, and how many on that day', () => {
    const page = linesOf(
      memberHtml(sampleProgram(), {
        history: [
          pending(3, 70, NOON + 9 * DAY),
          pending(2, 20, NOON + 3 * DAY + 1000),
          pending(1, 5, NOON + 3 * DAY),
          pending(4, 9, null),
        ],
      }),
    );
    expect(page).toContain('50 more points on the way');
    expect(page).toContain('25 points will be yours on June 18, 2025.');
  });

  it('are the first ones only of somebody who never had any', () => {
    const row = customerRow({ points_approved: 0, points_pending: 0 });
    const first = 'Your first points are only a few steps away.';
    expect(linesOf(memberHtml(sampleProgram(), { row }))).toContain(first);
    const removed = { kind: 'points_removed', id: 1, date: NOON, points: -20 } as const;
    expect(linesOf(memberHtml(sampleProgram(), { row, history: [removed] }))).not.toContain(first);
    expect(linesOf(memberHtml(sampleProgram({ rules: [] }), { row }))).not.toContain(first);
  });

  it('lead to rewards that can be had, or to the ways to earn where there is none', () => {
    const row = customerRow({ points_approved: 0, points_pending: 0 });
    const links = (program: Program) => memberHtml(program, { row }).match(/<a class="button" href="#\w+"/g);
    expect(links(sampleProgram())).toEqual(['<a class="button" href="#rewards"']);
    expect(links(sampleProgram({ rewards: [] }))).toEqual(['<a class="button" href="#earn"']);
  });

  it('tell what expires next', () => {
    const page = linesOf(memberHtml(sampleProgram(), { next_expiry: { points: 300, at: NOON + 30 * DAY } }));
    expect(page).toContain('300 points will expire on July 15, 2025.');
  });
});

describe('ways to earn', () => {
  const of = (kind: object, row = {}) => {
    const program = sampleProgram({ rules: [{ title: 'A way', ...kind }], rewards: [], settings: REFERRALS });
    const html = memberHtml(program, { row: customerRow({ email_marketing: 'unknown', ...row }) });
    return html.split('<section id="earn"')[1]!.split('</section>')[0]!;
  };

  it.each([
    [
      { kind: 'clickthrough', properties: { destination_url: 'https://shop.example/news' } },
      'Visit',
      'https://shop.example/news',
    ],
    [
      { kind: 'social_like', properties: { social_like_url: 'https://social.example/us' } },
      'Like',
      'https://social.example/us',
    ],
    [{ kind: 'social_follow', properties: { social_handle: 'us', network: 'social' } }, 'Follow', null],
    [{ kind: 'custom', properties: { name: 'walked' } }, 'Mark as done', null],
  ])('have a form for %j', (kind, button, opens) => {
    const html = of(kind);
    expect(html).toContain('<form method="post" action="/page/rules/21/complete"');
    expect(html).toContain('<input type="hidden" name="token" value="a-token"/>');
    expect(html).toContain('<input type="hidden" name="nonce" value="a-nonce"/>');
    expect(linesOf(html)).toContain(button);
    expect(html.includes(`data-opens="${opens}"`)).toBe(opens !== null);
    expect(html).toContain('aria-labelledby="do-21 rule-21"');
  });

  it.each([
    [{ kind: 'birthday', properties: {} }, {}, '#birthday'],
    [{ kind: 'referral', properties: { trigger: 'any_purchase', minimum_spend_minor: null } }, {}, '#refer'],
  ])('lead to where %j is done', (kind, row, href) => {
    expect(of(kind, row)).toContain(`href="${href}"`);
  });

  it('tell how often they can be done where their group does not', () => {
    const limit = (interval: 'day' | null) => ({
      kind: 'join_program' as const,
      properties: {},
      limit: { count: 1, interval },
    });
    expect(linesOf(of(limit('day')))).toEqual(expect.arrayContaining(['Again and again', 'Once a day']));
    expect(linesOf(of(limit(null)))).toContain('Just once');
    expect(linesOf(of(limit(null)))).not.toContain('Once');
  });

  it('sign up for the newsletter, once', () => {
    const newsletter = { kind: 'newsletter_signup', properties: {} };
    expect(of(newsletter)).toContain('action="/page/rules/21/subscribe"');
    expect(of(newsletter, { email_marketing: 'subscribed' })).not.toContain('<form');
  });

  it.each(['purchase', 'review', 'pageview', 'join_program'])('leave a %s to what completes it', (kind) => {
    expect(of({ kind, properties: {} })).not.toMatch(/<form|<a /);
  });
});

const REFERRALS = {
  referrals: {
    incentive_reward_key: 'reward-1',
    requires_email: false,
    cap: null,
    daily_friends_per_address: 5,
  },
};

describe('a reward that can be redeemed', () => {
  const of = (kind: keyof typeof PROPERTIES, parts: Partial<StorefrontCustomer> = {}) => {
    const program = sampleProgram({
      rules: [],
      rewards: [{ title: 'A reward', properties: PROPERTIES[kind] }],
    });
    const html = memberHtml(program, parts);
    return html.split('<section id="rewards"')[1]!.split('</section>')[0]!;
  };

  it('asks first, and says what it costs and leaves', () => {
    const html = of('gift_card');
    expect(html).toContain('<details class="act"');
    expect(html).toContain('action="/page/rewards/31/redeem"');
    expect(linesOf(html)).toContain('You will have 700 points left.');
    expect(linesOf(html)).toContain('Redeem for 500 points');
  });

  it('has a picture of any kind, by this server', () => {
    const program = sampleProgram({
      rules: [],
      rewards: [{ title: 'A reward', image_url: 'https://shop.example/reward.webp' }],
    });
    expect(memberHtml(program)).toMatch(
      /<li class="card offer"><span class="tile photo">.*?<img src="[^"]*31[^"]*"/,
    );
  });

  it('offers the variants of a product, and says which are out of stock', () => {
    const stock = { remaining: (_: number, variant: string) => (variant === '901' ? 0 : null) };
    const html = of('product_cart', { stock });
    expect(html).toMatch(/<input[^>]*name="variant_id" value="901"[^>]*disabled/);
    expect(html).toMatch(/<input[^>]*name="variant_id" value="902"[^>]*checked/);
    expect(linesOf(html)).toEqual(expect.arrayContaining(['Choose one', 'Small', 'Out of stock', 'Large']));
  });

  it('asks how much of an open discount, at most what the points are good for', () => {
    const program = sampleProgram({
      rules: [],
      rewards: [
        {
          properties: PROPERTIES.cart_variable_discount_voucher,
          cost: { kind: 'variable', points_per_unit: 100 },
        },
      ],
    });
    const html = memberHtml(program, { row: customerRow({ points_approved: 1250 }) });
    expect(html).toMatch(/<input[^>]*name="discount_amount"[^>]*min="5"[^>]*max="12.5"[^>]*step="0.01"/);
    expect(linesOf(html)).toContain('How much off? From $5 to $12.50');
  });
});

describe('my rewards', () => {
  const voucher = { terms: PROPERTIES.cart_discount_voucher };
  const product = {
    terms: {
      kind: 'product_cart',
      product: { id: '900', handle: null, title: 'Mug', url: null, image_url: null },
      variant: { id: '901', title: 'Small' },
      cart_requirements: { minimum_cart_total_minor: null, minimum_line_item_count: null },
    },
  } as const;
  const wallet = (...claims: Parameters<typeof claimRecord>[0][]) =>
    memberHtml(sampleProgram(), { claims: claims.map(claimRecord) });

  it('say so where there are none', () => {
    expect(section(wallet(), 'wallet')).toContain('What you redeem is kept here.');
  });

  it('hold the code, for which carts it is and until when', () => {
    const html = wallet({ ...voucher, code: 'TAKE-5', expires_at: NOON + 10 * DAY });
    expect(html).toMatch(/<code id="code-501" dir="ltr">TAKE-5<\/code>/);
    expect(html).toContain('data-copy="code-501"');
    expect(section(html, 'wallet')).toEqual(
      expect.arrayContaining(['On carts of $20 or more', 'Valid until June 25, 2025', 'TAKE-5', 'Copy']),
    );
  });

  it('hold what is left of a gift card, and how its code ends', () => {
    const balance = { initial_balance_minor: 1000, current_balance_minor: 250, code_last_characters: 'WXYZ' };
    const html = wallet({ terms: PROPERTIES.gift_card, ...balance, usage_status: 'partially_used' });
    expect(section(html, 'wallet')).toEqual(expect.arrayContaining(['$2.50 left', 'Code ending in WXYZ']));
  });

  it.each([
    ['Five off', true],
    ['$5 off orders over $20', false],
    ['{amount:500 USD 500} off from {minimum_spend:2000 USD 2000}', false],
  ])('tell for which carts they are, unless their title does: %s: %s', (title, tells) => {
    const lines = section(wallet({ ...voucher, title }), 'wallet');
    expect(lines.join().includes('On carts of $20 or more')).toBe(tells);
  });

  it('let an unused product go back, and no other', () => {
    const unused = wallet({ ...product, auto_refund_at: NOON + DAY, redemption_id: 'r' });
    expect(unused).toContain('action="/page/claims/501/refund"');
    expect(section(unused, 'wallet')).toEqual(
      expect.arrayContaining([
        'Small',
        'Add it to your cart at Shop.',
        'If you do not use it by June 16, 2025, your points come back.',
        'Give back and get 500 points',
      ]),
    );
    expect(wallet({ ...product, usage_status: 'used', used_at: NOON })).not.toContain('/refund');
    expect(wallet({ ...product, points_cost: 0 })).not.toContain('/refund');
    expect(wallet({ ...voucher, code: 'TAKE-5' })).not.toContain('/refund');
  });

  it.each([
    ['used', { usage_status: 'used', used_at: NOON - DAY }, 'Used on June 14, 2025'],
    ['given back', { state: 'void' }, 'Given back'],
    ['expired', { state: 'expired', expires_at: NOON - DAY }, 'Expired'],
    ['past its time, though nobody has noted it yet', { expires_at: NOON }, 'Expired'],
  ] as const)('put away what is %s', (_, claim, words) => {
    const html = wallet({ ...voucher, code: 'TAKE-5', ...claim });
    const lines = section(html, 'wallet');
    expect(lines).toEqual(
      expect.arrayContaining(['What you redeem is kept here.', 'Used and expired', words]),
    );
    expect(lines).not.toContain('TAKE-5');
  });

  it('tell what the store is doing, and what it did', () => {
    const custom = { terms: PROPERTIES.custom };
    expect(section(wallet({ ...custom, fulfilled_at: null }), 'wallet')).toContain(
      'We are taking care of it.',
    );
    const done = section(wallet({ ...custom, fulfilment_explanation: 'Planted on Monday' }), 'wallet');
    expect(done).toEqual(expect.arrayContaining(['Used and expired', 'Planted on Monday']));
  });

  it('name variants in the language in which they are named, and leave open which one the store wrote', () => {
    const program = sampleProgram({
      sites: [{ languages: ['en', 'ar'] }],
      rules: [],
      rewards: [{ properties: PROPERTIES.product_cart }],
    });
    const claims = [
      claimRecord({ ...product, auto_refund_at: NOON + DAY, redemption_id: 'r' }),
      claimRecord({ id: 502, terms: PROPERTIES.custom, fulfilment_explanation: 'Planted on Monday' }),
    ];
    const html = memberHtml(program, { claims }, null, 'ar');
    const [before = '', wallet = ''] = html.split('<section id="wallet"');
    expect(before).toMatch(/value="902"[^>]*><bdi lang="en" dir="ltr">Large<\/bdi>/);
    expect(wallet).toContain('<p class="muted small"><bdi lang="en" dir="ltr">Small</bdi></p>');
    expect(wallet).toMatch(/<p class="muted small"><bdi lang="ar" dir="rtl">[^<]*Shop/);
    expect(wallet).toContain('<p class="muted small"><bdi>Planted on Monday</bdi></p>');
  });

  it('hold a product that waits, also beyond the latest claims', () => {
    const waiting = claimRecord({ ...product, title: 'A mug', redemption_id: 'r', cart_id: 'cart-1' });
    const html = memberHtml(sampleProgram(), {
      cart_redemptions: [waiting],
      unlinked_redemptions: [waiting],
    });
    expect(section(html, 'wallet').filter((line) => line === 'A mug')).toHaveLength(1);
  });
});

describe('the history', () => {
  const added = (id: number, rest: object = {}): HistoryEntry =>
    ({
      kind: 'points_added',
      id,
      date: NOON,
      points: id,
      state: 'approved',
      expires_at: null,
      ...rest,
    }) as HistoryEntry;

  it('says so where nothing happened yet', () => {
    expect(section(memberHtml(sampleProgram()), 'history')).toContain(
      'Your points and rewards will be listed here.',
    );
  });

  it('tells what it was, when, and how it stands', () => {
    const program = sampleProgram();
    const rule = program.rules[0]!;
    const lines = section(
      memberHtml(program, {
        history: [
          { ...pending(1, 25, NOON + DAY), rule } as HistoryEntry,
          { ...pending(2, 30, null), rule, state: 'void' } as HistoryEntry,
          added(7, { state: 'expired' }),
          { kind: 'points_removed', id: 4, date: NOON, points: -40 },
        ],
      }),
      'history',
    );
    for (const line of [
      'Visit us',
      '25 points',
      '· Pending until June 16, 2025',
      '· Taken back',
      '· Expired',
      '-40 points',
      'Points removed',
    ])
      expect(lines.join('\n')).toContain(line);
  });

  it('keeps what is older folded', () => {
    const few = memberHtml(sampleProgram(), { history: Array.from({ length: 8 }, (_, id) => added(id)) });
    expect(few).not.toContain('Show earlier');
    const more = memberHtml(sampleProgram(), { history: Array.from({ length: 9 }, (_, id) => added(id)) });
    expect(section(more, 'history')).toContain('Show earlier');
  });
});

describe('referring friends', () => {
  const program = (settings: object) =>
    sampleProgram({
      settings,
      rules: [
        {
          kind: 'referral',
          title: 'Bring a friend',
          properties: { trigger: 'any_purchase', minimum_spend_minor: null },
          result: { kind: 'points', points: 500, per_currency_unit_minor: null },
        },
      ],
      rewards: [{ properties: PROPERTIES.cart_discount_voucher }],
    });

  it('tells what both get, and has the link to copy, to mail and to share', () => {
    const html = memberHtml(program(REFERRALS));
    const lines = section(html, 'refer');
    expect(lines).toEqual(
      expect.arrayContaining(['Your friends get', '$5 off orders of $20 or more', 'You get', '500 points']),
    );
    expect(html).toMatch(/<input id="refer-link"[^>]* value="https:\/\/loyalty\.example\/r\/REFER1\/direct"/);
    expect(html).toContain('href="mailto:?subject=Shop&amp;body=');
    expect(html).toContain(encodeURIComponent('https://loyalty.example/r/REFER1/email'));
    expect(html).toContain('https://loyalty.example/r/REFER1/device_share');
  });

  it('is not there where the program has no referrals', () => {
    expect(memberHtml(program({ referrals: null }))).not.toContain('id="refer"');
  });
});

describe('the birthday', () => {
  const celebrating = sampleProgram({ rules: [{ kind: 'birthday', properties: {} }] });

  it('is asked for once, no later than today', () => {
    const html = memberHtml(celebrating);
    expect(html).toMatch(/<input type="date" name="birthday" required min="1900-01-01" max="2025-06-15"/);
    const known = memberHtml(celebrating, { row: customerRow({ birthday_day: 29, birthday_month: 2 }) });
    expect(known).not.toContain('type="date"');
    expect(section(known, 'birthday')).toContain('We celebrate it with you on February 29.');
  });

  it('is not asked for where nothing is done on it', () => {
    expect(memberHtml(sampleProgram())).not.toContain('id="birthday"');
  });
});

describe('the tiers', () => {
  const tiers = [
    tierDefinition({ name: 'Bronze', lower_bound: 0 }),
    tierDefinition({ name: 'Gold', lower_bound: 50_000, benefit_keys: ['benefit-1'] }),
    tierDefinition({ name: 'Diamond', lower_bound: 90_000, hidden: true }),
    tierDefinition({ name: 'Friends', lower_bound: null }),
  ];
  const program = sampleProgram({
    tiers,
    benefits: [{ label: 'Tea', details: { plaintext: 'With a biscuit.', html: '<b>With a biscuit.</b>' } }],
  });

  it('are told with what they bring, and which is held', () => {
    const lines = section(memberHtml(program, { row: customerRow({ tier_id: 12 }) }), 'tiers');
    expect(lines.slice(-5)).toEqual(['Gold', 'Your tier', 'From $500 spent', 'Tea', 'With a biscuit.']);
    expect(lines).not.toContain('Diamond');
    expect(lines).not.toContain('Friends');
  });

  it.each([
    [13, 'Diamond'],
    [14, 'Friends'],
  ])('tell the held one also where others do not see it', (tier_id, name) => {
    expect(section(memberHtml(program, { row: customerRow({ tier_id }) }), 'tiers')).toContain(name);
  });
});

describe('the outcome of an action', () => {
  const program = sampleProgram({
    rules: [{ kind: 'clickthrough', properties: { destination_url: 'https://shop.example/a?b=1' } }],
  });
  const claim = claimRecord({ terms: PROPERTIES.cart_discount_voucher, title: 'A reward', code: 'TAKE-5' });
  const shown = (outcome: ShownOutcome) => {
    const html = memberHtml(program, {}, outcome);
    const [before = '', notice = ''] = html.split('<div id="outcome"');
    return { html, place: before.lastIndexOf('<li'), lines: linesOf(`<div ${notice.split('</div>')[0]}`) };
  };

  it('stands once, in the place where it was taken', () => {
    const { html, lines } = shown({
      kind: 'redeemed',
      claimed_reward_id: 501,
      full_code: null,
      action: 'rewards/31/redeem',
      claim,
    });
    expect(html.match(/id="outcome"/g)).toHaveLength(1);
    expect(html.indexOf('id="outcome"')).toBeGreaterThan(html.indexOf('id="reward-31"'));
    expect(html.indexOf('id="outcome"')).toBeLessThan(html.indexOf('<section id="wallet"'));
    expect(html).toContain('data-claimed="31 501"');
    expect(lines).toEqual([
      'It’s yours: A reward',
      'TAKE-5',
      'Copy',
      'Enter this code at checkout. You will find it among your rewards, too.',
      'You now have 1,200 points.',
      'My rewards',
    ]);
  });

  it('is not folded away with the reward, of many that can be had', () => {
    const many = sampleProgram({
      rules: [],
      rewards: Array.from({ length: 26 }, (_, index) => ({ title: { en: `Reward ${index + 1}` } })),
    });
    const redeemed = { kind: 'redeemed', claimed_reward_id: 501, full_code: null, claim } as const;
    const folded = (outcome: ShownOutcome | null) => {
      const rewards = memberHtml(many, {}, outcome)
        .split('<section id="rewards"')[1]!
        .split('</section>')[0]!;
      return /(<details class="more"[^>]*>)<summary>Show all 26<.*Reward 26/s.exec(rewards)![1];
    };
    expect(folded(null)).toBe('<details class="more">');
    expect(folded({ ...redeemed, action: 'rewards/56/redeem' })).toBe('<details class="more" open>');
    expect(folded({ ...redeemed, action: 'rewards/31/redeem' })).toBe('<details class="more">');
  });

  it('does not tell whoever just redeemed a reward how far the next one is', () => {
    const told = (outcome: ShownOutcome) => {
      const can_redeem = { state: 'insufficient_points', additional_points_required: 120 } as const;
      const rewards = offered(program).rewards.map((reward) => ({ ...reward, can_redeem }));
      return section(memberHtml(program, { rewards }, outcome), 'rewards').join();
    };
    const redeemed = { kind: 'redeemed', claimed_reward_id: 501, full_code: null, claim } as const;
    const refused = { kind: 'refused', code: 'insufficient_points', claim: null } as const;
    expect(told({ ...redeemed, action: 'rewards/31/redeem' })).not.toContain('120 points to go');
    expect(told({ ...refused, action: 'rewards/31/redeem' })).toContain('120 points to go');
  });

  it("is told in the operator's own words for this very reward", () => {
    const page_done_redeemed = '{reward, select, Tea {Enjoy your cup} other {{reward} is yours}}';
    const worded = sampleProgram({ settings: { texts: { en: { page_done_redeemed } } } });
    const told = (title: string) =>
      linesOf(
        memberHtml(
          worded,
          {},
          {
            kind: 'redeemed',
            claimed_reward_id: 501,
            full_code: null,
            action: 'rewards/31/redeem',
            claim: claimRecord({ terms: PROPERTIES.cart_discount_voucher, title }),
          },
        ),
      );
    expect(told('Tea')).toContain('Enjoy your cup');
    expect(told('Cake')).toContain('Cake is yours');
  });

  it("tells a gift card's whole code, this once", () => {
    const card = claimRecord({ terms: PROPERTIES.gift_card, code_last_characters: 'WXYZ' });
    const outcome = { kind: 'redeemed', claimed_reward_id: 501, full_code: 'ABCDWXYZ' } as const;
    const { lines } = shown({ ...outcome, action: 'rewards/31/redeem', claim: card });
    expect(lines).toContain('ABCDWXYZ');
    expect(lines.join()).toContain('Copy the code now.');
  });

  it('leads on to where the rule leads, in another tab that learns nothing of this one', () => {
    const { html, lines } = shown({
      kind: 'completed',
      points: 10,
      approves_at: NOON + DAY,
      claimed_reward_id: null,
      action: 'rules/21/complete',
      claim: null,
    });
    expect(lines.slice(0, 3)).toEqual([
      'You earned 10 points.',
      '10 points will be yours on June 16, 2025.',
      'Continue to shop.example',
    ]);
    expect(html).toContain('<a href="https://shop.example/a?b=1" target="_blank" rel="noopener noreferrer">');
  });

  it('stands at the top where its place is gone', () => {
    const { html, lines } = shown({
      kind: 'refused',
      code: 'reward_not_enabled_for_customer',
      action: 'rewards/99/redeem',
      claim: null,
    });
    expect(html.indexOf('id="outcome"')).toBeLessThan(html.indexOf('id="points"'));
    expect(lines).toEqual(['That did not work', 'This is no longer on offer for you.']);
  });

  it.each([
    ['insufficient_points', 'You do not have enough points'],
    ['reward_limit_reached', 'as often as you can'],
    ['reward_out_of_stock', 'It has just run out.'],
    ['invalid_variant_id', 'Please check what you chose'],
    ['reward_already_used', 'It has already been used or given back.'],
    ['invalid_date', 'This cannot be a date of birth.'],
    ['customer_blocked', 'Your membership is on hold.'],
    ['idempotency_key_reused', 'This page was out of date.'],
    ['email_already_in_use', 'Nothing was changed.'],
  ] as const)('is kind when it is %s', (code, words) => {
    const { lines } = shown({ kind: 'refused', code, action: 'rewards/31/redeem', claim: null });
    expect(lines.join()).toContain(words);
  });
});

it('escapes whatever an operator or a customer typed', () => {
  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const product = { id: '900', handle: null, title: hostile, url: null, image_url: null };
  const named = {
    ...sampleProgram({
      settings: REFERRALS,
      sites: [{ name: hostile }],
      tiers: [
        tierDefinition({ name: hostile, lower_bound: 0, benefit_keys: ['benefit-1'] }),
        tierDefinition(),
      ],
      benefits: [{ label: hostile, details: { plaintext: hostile, html: hostile } }],
      rules: [
        { title: hostile, description: hostile },
        { kind: 'birthday', title: hostile, properties: {} },
      ],
      rewards: [
        { title: hostile, description: hostile },
        {
          title: hostile,
          properties: {
            ...PROPERTIES.product_cart,
            product: {
              ...product,
              variants: ['1', hostile].map((id) => ({
                id,
                title: hostile,
                inventory_count: null,
                sku: null,
              })),
            },
          },
        },
      ],
    }),
    name: hostile,
  };
  const claim = claimRecord({
    title: hostile,
    code: hostile,
    fulfilment_explanation: hostile,
    terms: {
      kind: 'product_cart',
      product,
      variant: { id: '1', title: hostile },
      cart_requirements: { minimum_cart_total_minor: null, minimum_line_item_count: null },
    },
  });
  const parts: Partial<StorefrontCustomer> = {
    row: customerRow({ first_name: hostile, referral_id: hostile, tier_id: 11 }),
    claims: [claim],
    history: [
      {
        kind: 'redeemed_points_for_reward',
        id: 1,
        date: NOON,
        reward: named.rewards[0]!,
        title: hostile,
        points_cost: 5,
        state: 'approved',
      },
      { kind: 'entered_tier', id: 2, date: NOON, tier_id: 11, from_tier_id: null },
    ],
  };
  const outcome: ShownOutcome = {
    kind: 'redeemed',
    claimed_reward_id: 501,
    full_code: hostile,
    action: 'rewards/31/redeem',
    claim,
  };
  const session = { program: named, site: named.sites.at(-1)!, language: 'en', currency: 'USD' };
  const page = pageContext(session, NOON, SAMPLE_ACTIONS);
  const offers = offersToNewcomers(named, { channel: 'web', country: null }, UNTRACKED);
  const html = [
    memberHtml(named, parts, outcome),
    htmlOf(page, VisitorPage({ page, visitor: 'blocked', offers })),
  ].join('');
  expect(html).toContain('&lt;script>alert(1)&lt;/script>');
  expect(html).not.toMatch(/<script>|<img/);
  expect(html.match(/<script/g)).toHaveLength(2);
});
