import { describe, expect, it } from 'vitest';
import { readClaimTitle, titleAsClaimed } from '../../src/domain/claims/claim-title.ts';
import { claimedTitle, offeredDescription, offeredTitle } from '../../src/http/shared/reward-title.ts';
import { storefrontView } from '../../src/http/shared/storefront-view.ts';
import { PROPERTIES, rewardOfKind } from '../support/reward-kinds.ts';
import { sampleProgram } from '../support/sample-program.ts';

const NO_MORE = { points: null, expires_in: null };
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

/** Given in a currency at a rate. */
const in_ =
  (currency: string, rate = 1) =>
  (minor: number) => ({ minor: minor * rate, currency });

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

  it('shows no place as it stands where there is nothing to say', () => {
    expect(offered(american, 2)).toBe('As  as it gets');
  });

  it('says of a claim what was claimed, to each reader in its own words and currency', () => {
    const {
      minimum_discount_minor: _least,
      maximum_discount_minor: _most,
      ...terms
    } = PROPERTIES.cart_variable_discount_voucher;
    const title = titleAsClaimed(TITLE, 'en', { ...terms, discount_minor: 750 }, in_('USD'), NO_MORE);
    expect(title).toBe('{amount:750 USD 750} off');
    expect(claimedTitle(american!, 31, title)).toBe('$7.50 off');
    expect(claimedTitle(german!, 31, title)).toBe('6,75\u00a0€ Rabatt');
    // The reward has another title meanwhile, or there is no such reward.
    expect(claimedTitle(german!, 33, title)).toBe('6,75\u00a0€ off');
    expect(claimedTitle(german!, 99, title)).toBe('6,75\u00a0€ off');
  });

  it('says of a claim what it was in the currency in which it was given, at whatever rate', () => {
    const title = titleAsClaimed('{amount} off', 'en', PROPERTIES.gift_card, in_('EUR', 0.8), NO_MORE);
    expect(title).toBe('{amount:1000 EUR 800} off');
    expect(claimedTitle(german!, 99, title)).toBe('8\u00a0€ off');
    expect(claimedTitle(american!, 99, title)).toBe('$10 off');
    // The claim is from before claims kept their currency: as it reads at the rate of then, or else today's.
    expect(claimedTitle(german!, 99, '{amount:1000} off')).toBe('9\u00a0€ off');
  });

  it('keeps a percentage as one, with its decimals', () => {
    const terms = { ...PROPERTIES.product_discount_voucher, percentage: 12.5 };
    const title = titleAsClaimed('{amount} off tea, {amount}!', 'en', terms, in_('USD'), NO_MORE);
    expect(readClaimTitle(title)).toEqual({
      words: '{amount} off tea, {amount}!',
      places: { amount: { percentage: 12.5 }, minimum_spend: null, points: null, expires_in: null },
    });
    expect(claimedTitle(american!, 99, title)).toBe('12.5% off tea, 12.5%!');
  });

  it.each([
    ['gift_card', { minor: 1000, given: { minor: 800, currency: 'EUR' } }],
    ['free_shipping_voucher', { minor: 1500, given: { minor: 1200, currency: 'EUR' } }],
    ['cart_discount_voucher', { minor: 500, given: { minor: 400, currency: 'EUR' } }],
    ['custom', null],
  ] as const)('of a %s keeps %o', (kind, worth) => {
    const title = titleAsClaimed('{amount}', 'en', PROPERTIES[kind], in_('EUR', 0.8), NO_MORE);
    expect(readClaimTitle(title).places.amount).toEqual(worth);
  });

  it('says what has to be spent, what it costs and how long it lasts, in titles and descriptions alike', () => {
    const words = {
      en: '{amount} off from {minimum_spend} for {points} points, {expires_in}',
      de: '{amount} ab {minimum_spend} für {points} Punkte, {expires_in}',
    };
    const properties = { ...PROPERTIES.cart_discount_voucher, minimum_spend_minor: 2500 };
    const reward = { properties, expires_after_seconds: 30 * 86_400 };
    const variant = { cost: { kind: 'fixed', points: 1000 }, title: words, description: words } as const;
    const english = '$5 off from $25 for 1,000 points, 30 days';
    expect(offeredTitle(american!, reward, variant)).toBe(english);
    expect(offeredDescription(american!, reward, variant)).toBe(english);
    const inGerman = '4,50\u00a0€ ab 22,50\u00a0€ für 1.000 Punkte, 30 Tage';
    expect(offeredDescription(german!, reward, variant)).toBe(inGerman);
    const more = { points: 1000, expires_in: 30 * 86_400 };
    const claimed = titleAsClaimed(words, 'en', properties, in_('EUR', 0.8), more);
    expect(claimed).toBe(
      '{amount:500 EUR 400} off from {minimum_spend:2500 EUR 2000} for {points:1000} points, {expires_in:2592000}',
    );
    expect(claimedTitle(american!, 99, claimed)).toBe(english);
    expect(claimedTitle(german!, 99, claimed)).toBe('4\u00a0€ off from 20\u00a0€ for 1.000 points, 30 Tage');
  });
});
