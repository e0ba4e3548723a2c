import { describe, expect, it } from 'vitest';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type {
  CartDiscountProperties,
  FreeShippingProperties,
} from '../../src/domain/programs/reward-kinds.ts';
import {
  presentRefereeIncentive,
  RefereeIncentiveSchema,
} from '../../src/http/shared/present-referee-incentive.ts';
import { storefrontView } from '../../src/http/shared/storefront-view.ts';
import { expectSchema } from '../support/expect-schema.ts';
import { programSettings, siteDefinition } from '../support/factories.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const site = { id: 1, key: 'main', position: 0, ...siteDefinition(), enabled: true };

function incentive(
  terms: Partial<CartDiscountProperties> | FreeShippingProperties,
  language = 'en',
  { enabled = true, key = 'ten-off' as string | null } = {},
) {
  const { properties, ...definition } = voucherDefinition();
  const reward = { ...definition, id: 7, key: 'ten-off', position: 0, kind: properties.kind, enabled };
  const program = {
    currency: 'USD',
    settings: programSettings({
      referrals: {
        incentive_reward_key: key,
        requires_email: false,
        cap: null,
        daily_friends_per_address: 3,
      },
    }),
    sites: [site],
    rewards: [{ ...reward, properties: { ...properties, ...terms } }],
  } as unknown as Program;
  const presented = presentRefereeIncentive(storefrontView(program, site, language));
  if (presented) expectSchema(RefereeIncentiveSchema, presented);
  return presented;
}

const discountOf = (told: ReturnType<typeof incentive>) =>
  told && 'discount' in told ? told.discount.formatted : undefined;

describe("a friend's incentive", () => {
  it('is told as an amount off', () => {
    expect(incentive({})).toEqual({
      kind: 'cart_discount_voucher',
      minimum_spend: null,
      incentive_text: '$5 off',
      discount_kind: 'fixed',
      discount: { amount: 5, formatted: '$5' },
    });
  });

  it('is told as a part off orders that are large enough, in the language of the reader', () => {
    const terms = {
      discount: { discount_type: 'percentage', percentage: 12.5 },
      minimum_spend_minor: 2500,
    } as const;
    expect(incentive(terms)).toEqual({
      kind: 'cart_discount_voucher',
      minimum_spend: { amount: 25, formatted: '$25' },
      incentive_text: '12.5% off orders of $25 or more',
      discount_kind: 'percentage',
      discount: { percentage: 12.5, formatted: '12.5%' },
    });
    expect(discountOf(incentive(terms, 'de'))).toMatch(/^12,5\s%$/);
    expect(incentive(terms, 'de')!.incentive_text).not.toContain('off');
  });

  it('is told as free shipping, all of it or up to an amount', () => {
    const kind = 'free_shipping_voucher';
    expect(incentive({ kind, max_shipping_minor: null })).toEqual({
      kind,
      minimum_spend: null,
      incentive_text: 'Free shipping',
      discount_kind: 'free_shipping',
      max_shipping: null,
    });
    expect(incentive({ kind, max_shipping_minor: 1500 }, 'de')).toMatchObject({
      incentive_text: 'Kostenloser Versand bis 15\u00a0$',
      max_shipping: { amount: 15 },
    });
  });

  it('says to which collections the store restricts it', () => {
    const collection = (id: number, restriction_text: string) => ({
      id,
      url: 'https://shop.example',
      restriction_text,
    });
    const target_collections = [collection(1, 'Shoes only.'), collection(2, ''), collection(3, 'And socks.')];
    expect(incentive({ target_collections })).toMatchObject({
      collection_restriction_text: 'Shoes only. And socks.',
    });
  });

  it('is none where the program names no reward, or one that has left it', () => {
    expect(incentive({}, 'en', { key: null })).toBeUndefined();
    expect(incentive({}, 'en', { key: 'other' })).toBeUndefined();
    expect(incentive({}, 'en', { enabled: false })).toBeUndefined();
  });
});
