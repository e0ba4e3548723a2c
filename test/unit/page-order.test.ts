import { describe, expect, it } from 'vitest';
import { variantFor } from '../../src/domain/programs/configuration.ts';
import type { CanRedeem, HistoryEntry, StorefrontCustomer } from '../../src/domain/storefront/customer.ts';
import { MemberPage } from '../../src/http/page/member-page.tsx';
import { pageContext } from '../../src/http/page/page-context.ts';
import { htmlOf, linesOf } from '../support/page-html.ts';
import { PROPERTIES } from '../support/reward-kinds.ts';
import { SAMPLE_ACTIONS } from '../support/sample-actions.ts';
import { claimRecord, NOON, storefrontCustomer } from '../support/sample-customer.ts';
import { sampleProgram } from '../support/sample-program.ts';

const DAY = 86_400_000;
const missing = (points: number): CanRedeem => ({
  state: 'insufficient_points',
  additional_points_required: points,
});

/** Points that were spent on the reward of that title. */
const spent: HistoryEntry = {
  kind: 'redeemed_points_for_reward',
  id: 1,
  date: NOON,
  reward: sampleProgram({ rewards: [{ title: { en: 'Near' } }] }).rewards[0]!,
  title: 'Near',
  points_cost: 600,
  state: 'approved',
};

/** The page of a member for whom each reward stands as its title says. */
function pageOf(
  standings: Record<string, CanRedeem>,
  parts: Partial<StorefrontCustomer> = {},
  language = 'en',
) {
  const titles = Object.keys(standings);
  const program = sampleProgram({ rules: [], rewards: titles.map((en) => ({ title: { en } })) });
  const rewards = program.rewards.map((reward, index) => ({
    reward,
    variant: variantFor(reward, null),
    last_claimed_at: null,
    claim_count: 0,
    limit: { state: 'no_limit' } as const,
    can_redeem: standings[titles[index]!]!,
  }));
  const site = program.sites.at(-1)!;
  const page = pageContext({ program, site, language, currency: 'USD' }, NOON, SAMPLE_ACTIONS);
  return htmlOf(page, MemberPage({ page, customer: storefrontCustomer(program, { rewards, ...parts }) }));
}

describe('the page of a member', () => {
  it('begins with rewards to have now, goes on with the nearest, and folds those that are not to be had', () => {
    const html = pageOf({
      Gone: { state: 'out_of_stock' },
      Far: missing(900),
      Now: { state: 'redeemable' },
      Near: missing(20),
    });
    const lines = linesOf(html.split('<section id="rewards"')[1]!.split('</section>')[0]!);
    const order = [
      'Yours for the taking',
      'Now',
      'Coming up next',
      'Near',
      'Far',
      'Redeemed or unavailable (1)',
      'Gone',
    ];
    expect(lines.filter((line) => order.includes(line))).toEqual(order);
    expect(linesOf(html)).toEqual(expect.arrayContaining(['1 reward you can have now', 'Next: Near']));
  });

  it('has the codes that end first on top, and says of those that end soon how long they last', () => {
    const claim = (id: number, code: string, expires_at: number | null) =>
      claimRecord({ id, code, expires_at, terms: PROPERTIES.cart_discount_voucher });
    const claims = [
      claim(1, 'EVER', null),
      claim(2, 'LATE', NOON + 40 * DAY),
      claim(3, 'SOON', NOON + 2 * DAY),
    ];
    const lines = linesOf(pageOf({}, { claims }));
    expect(lines.filter((line) => ['EVER', 'LATE', 'SOON'].includes(line))).toEqual(['SOON', 'LATE', 'EVER']);
    expect(lines.filter((line) => line.startsWith('Only '))).toEqual(['Only 2 days left']);
  });

  it('says of a product that goes back unused how long it stays, though it could be kept for longer', () => {
    const product = { id: 1, expires_at: NOON + 6 * DAY, auto_refund_at: NOON + DAY };
    const claims = [claimRecord({ ...product, terms: PROPERTIES.cart_discount_voucher })];
    const lines = linesOf(pageOf({}, { claims }));
    expect(lines.filter((line) => line.startsWith('Only '))).toEqual(['Only 1 day left']);
  });

  it('marks English words on an Arabic page', () => {
    expect(pageOf({ Now: { state: 'redeemable' } }, {}, 'ar')).toContain(
      '<bdi lang="en" dir="ltr">Now</bdi>',
    );
  });

  it('marks English words also where they stand in an Arabic sentence, and in the history', () => {
    const html = pageOf({ Near: missing(20) }, { history: [spent] }, 'ar');
    expect(html).toContain('التالي: \u2068<bdi lang="en" dir="ltr">Near</bdi>\u2069');
    expect(html.split('<section id="history"')[1]).toContain('<p><bdi lang="en" dir="ltr">Near</bdi></p>');
  });

  it('lays out points that were spent from right to left in Arabic, though their sign is from left to right', () => {
    const html = pageOf({ Near: missing(20) }, { history: [spent] }, 'ar');
    expect(html).toContain('<p class="worth"><bdi dir="rtl">\u200e-600 نقطة</bdi></p>');
  });
});
