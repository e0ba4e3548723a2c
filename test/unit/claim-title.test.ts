import { describe, expect, it } from 'vitest';
import { readClaimTitle, titleAsClaimed } from '../../src/domain/claims/claim-title.ts';
import { claimedTitle, offeredTitle } from '../../src/http/headless/reward-title.ts';
import { storefrontView } from '../../src/http/headless/storefront-view.ts';
import { PROPERTIES, rewardOfKind } from '../support/reward-kinds.ts';
import { sampleProgram } from '../support/sample-program.ts';

const TITLE = { en: '{amount} off', de: '{amount} Rabatt' };

const program = sampleProgram({
  settings: { currency_rates: { EUR: 0.9 } },
  sites: [{}, { currency: 'EUR', languages: ['de'] }],
  rewards: [
    rewardOfKind('cart_variable_discount_voucher', { title: TITLE }),
    rewardOfKind('collection_discount_voucher', { title: TITLE }),
    rewardOfKind('custom', { title: 'As {amount} as it gets' }),
  ],
});
const [american, german] = [
  storefrontView(program, program.sites[0]!, 'en'),
  storefrontView(program, program.sites[1]!, 'de'),
];

describe('a title that leaves a place for the amount', () => {
  const offered = (view: typeof american, index: number) => {
    const reward = program.rewards[index]!;
    return offeredTitle(view!, reward, reward.variants.get(null)!);
  };

  it('says of an offer what it is worth, or between what', () => {
    expect(offered(american, 0)).toBe('$5 – $20 off');
    expect(offered(german, 0)).toBe('4,50\u00a0€ – 18\u00a0€ Rabatt');
    expect(offered(american, 1)).toBe('15% off');
    expect(offered(german, 1)).toBe('15\u00a0% Rabatt');
  });

  it('stays as it is where there is nothing to say', () => {
    expect(offered(american, 2)).toBe('As {amount} as it gets');
  });

  it('says of a claim what was claimed, to each reader in its own words and currency', () => {
    const {
      minimum_discount_minor: _least,
      maximum_discount_minor: _most,
      ...terms
    } = PROPERTIES.cart_variable_discount_voucher;
    const title = titleAsClaimed(TITLE, 'en', { ...terms, discount_minor: 750 });
    expect(title).toBe('{amount:750} off');
    expect(claimedTitle(american!, 31, title)).toBe('$7.50 off');
    expect(claimedTitle(german!, 31, title)).toBe('6,75\u00a0€ Rabatt');
    // The reward has another title meanwhile, or there is no such reward.
    expect(claimedTitle(german!, 33, title)).toBe('6,75\u00a0€ off');
    expect(claimedTitle(german!, 99, title)).toBe('6,75\u00a0€ off');
  });

  it('keeps a percentage as one, with its decimals', () => {
    const terms = { ...PROPERTIES.product_discount_voucher, percentage: 12.5 };
    const title = titleAsClaimed('{amount} off tea, {amount}!', 'en', terms);
    expect(readClaimTitle(title)).toEqual({
      words: '{amount} off tea, {amount}!',
      worth: { percentage: 12.5 },
    });
    expect(claimedTitle(american!, 99, title)).toBe('12.5% off tea, 12.5%!');
  });

  it.each([
    ['gift_card', { minor: 1000 }],
    ['free_shipping_voucher', { minor: 1500 }],
    ['cart_discount_voucher', { minor: 500 }],
    ['custom', null],
  ] as const)('of a %s keeps %o', (kind, worth) => {
    expect(readClaimTitle(titleAsClaimed('{amount}', 'en', PROPERTIES[kind])).worth).toEqual(worth);
  });
});
