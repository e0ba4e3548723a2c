import { describe, expect, it } from 'vitest';
import { contentsOf, sameContents, totalInProgramCurrency } from '../../src/domain/claims/carts/cart.ts';
import { type PlannedClaim, planCart, TIME_TO_ADD_MS } from '../../src/domain/claims/carts/plan-cart.ts';
import {
  areMet,
  type CartRequirements,
  hasRequirements,
  holdAgainst,
} from '../../src/domain/claims/carts/requirements.ts';
import { cartLine, platformCart, redeemedLine } from '../support/carts.ts';
import { sampleProgram } from '../support/sample-program.ts';

const NONE: CartRequirements = { minimum_cart_total_minor: null, minimum_line_item_count: null };
const AT = Date.parse('2026-01-14T12:00:00Z');

const redeemed = (redemption_id: string, variant_id = '902', quantity = 1) => ({
  redemption_id,
  variant_id,
  quantity,
});

describe('the sum of a cart', () => {
  it('counts the items of lines that are no redeemed products, and names those', () => {
    const cart = platformCart([
      cartLine({ quantity: 2 }),
      cartLine({ id: 'line-2', quantity: 3, attributes: [{ key: 'engraving', value: 'R1' }] }),
      redeemedLine('R2', { quantity: 7 }),
      redeemedLine('R1'),
    ]);
    const claims = [redeemed('R2', '902', 7), redeemed('R1'), redeemed('R3')];
    expect(contentsOf(cart, claims)).toEqual({
      total_minor: 10_000,
      item_count: 5,
      redemption_ids: ['R1', 'R2'],
    });
  });

  it('names no redemption for a line of other merchandise, nor one that is none of the customer', () => {
    const cart = platformCart([redeemedLine('R1', { merchandise_id: '903' }), redeemedLine('R2')]);
    expect(contentsOf(cart, [redeemed('R1')])).toMatchObject({ item_count: 0, redemption_ids: [] });
  });

  it('does not depend on the order of its lines, nor on how one redemption is spread over them', () => {
    const claims = [redeemed('R1'), redeemed('R2')];
    const one = contentsOf(platformCart([redeemedLine('R1'), redeemedLine('R2')]), claims);
    const lines = [redeemedLine('R2'), redeemedLine('R1'), redeemedLine('R1')];
    const other = contentsOf(platformCart(lines), claims.toReversed());
    expect(sameContents(one, other)).toBe(true);
    for (const rest of [
      { total_minor: 1 },
      { item_count: 1 },
      { redemption_ids: ['R1'] },
      { redemption_ids: ['R1', 'R3'] },
    ]) {
      expect(sameContents(one, { ...other, ...rest })).toBe(false);
    }
  });

  it.each([
    ['no items', redeemedLine('R1', { quantity: 0 }), 0],
    ['an attribute without a value', redeemedLine('', { quantity: 4 }), 4],
    [
      'an attribute of null',
      redeemedLine('', { quantity: 4, attributes: [{ key: '_loyalty_redemption_id', value: null }] }),
      4,
    ],
    ['more text than a redemption has', redeemedLine('x'.repeat(65), { quantity: 4 }), 4],
  ])('names no redemption for a line of %s', (_case, line, items) => {
    const claims = [redeemed('R1'), redeemed(''), redeemed('x'.repeat(65))];
    expect(contentsOf(platformCart([line]), claims)).toMatchObject({ redemption_ids: [], item_count: items });
  });

  it('is in the currency of the program, by its rates', () => {
    const program = sampleProgram({ settings: { currency_rates: { EUR: 0.9, JPY: 150, KWD: 0.3 } } });
    expect(totalInProgramCurrency(program, 4990, 'USD')).toBe(4990);
    expect(totalInProgramCurrency(program, 4500, 'EUR')).toBe(5000);
    expect(totalInProgramCurrency(program, 7500, 'JPY')).toBe(5000);
    expect(totalInProgramCurrency(program, 15_002, 'KWD')).toBe(5000);
    expect(totalInProgramCurrency(program, 4500, 'CHF')).toBeUndefined();
    expect(totalInProgramCurrency(program, 4500, 'toString')).toBeUndefined();
    expect(totalInProgramCurrency(program, Number.MAX_SAFE_INTEGER, 'EUR')).toBeUndefined();
  });
});

describe('requirements', () => {
  const BOTH = { minimum_cart_total_minor: 5000, minimum_line_item_count: 3 };

  it.each([
    [NONE, 0, 0, 'no_requirement', 'no_requirement', true],
    [BOTH, 5000, 3, 'requirement_met', 'requirement_met', true],
    [BOTH, 4999, 3, 'requirement_not_met', 'requirement_met', false],
    [BOTH, 5000, 2, 'requirement_met', 'requirement_not_met', false],
    [{ ...NONE, minimum_cart_total_minor: 0 }, 0, 0, 'requirement_met', 'no_requirement', true],
    [{ ...NONE, minimum_line_item_count: 1 }, 9999, 0, 'no_requirement', 'requirement_not_met', false],
  ])('%j of a cart of %d with %d items', (requirements, total_minor, item_count, total, quantity, met) => {
    const detail = holdAgainst(requirements, { total_minor, item_count });
    expect([
      detail.minimum_cart_total.state,
      detail.minimum_line_item_quantity.state,
      areMet(detail),
    ]).toEqual([total, quantity, met]);
  });

  it('say what lacks', () => {
    expect(holdAgainst(BOTH, { total_minor: 1200, item_count: 1 })).toEqual({
      minimum_cart_total: { state: 'requirement_not_met', required_minor: 5000, total_minor: 1200 },
      minimum_line_item_quantity: { state: 'requirement_not_met', additional_quantity: 2 },
    });
    expect([hasRequirements(NONE), hasRequirements(BOTH)]).toEqual([false, true]);
  });
});

/** A redemption R1 in the cart `cart`, a minute old, never seen there. */
function claim(rest: Partial<PlannedClaim> = {}, requirements: CartRequirements = NONE): PlannedClaim {
  return {
    id: 1,
    redemption_id: 'R1',
    variant_id: '902',
    quantity: 1,
    cart_id: 'cart',
    state: 'approved',
    usage_status: 'not_used',
    claimed_at: AT - 60_000,
    seen_in_cart_at: null,
    linked_to_cart_at: null,
    terms: {
      kind: 'product_cart',
      product: { id: '900', handle: null, title: null, url: null, image_url: null },
      variant: { id: '902', title: null },
      cart_requirements: requirements,
    },
    ...rest,
  };
}

const DEAR = { minimum_cart_total_minor: 10_001, minimum_line_item_count: null };
const SEEN = { seen_in_cart_at: AT - 1000 };
const OLD = { claimed_at: AT - TIME_TO_ADD_MS };

describe('the plan of a cart for a redemption', () => {
  it.each<[string, PlannedClaim, 'with' | 'without', string[]]>([
    ['has come', claim(), 'with', ['seen']],
    ['is there as before', claim(SEEN), 'with', []],
    ['has not come yet', claim(), 'without', []],
    ['could still have come', claim({ claimed_at: AT - TIME_TO_ADD_MS + 1 }), 'without', []],
    ['did not come in time', claim(OLD), 'without', ['refund']],
    ['came late', claim(OLD), 'with', ['seen']],
    ['has gone', claim(SEEN), 'without', ['refund']],
    [
      'is in a cart that is too small',
      claim({}, DEAR),
      'with',
      ['refund', 'redemption_cart_requirements_not_met'],
    ],
    [
      'was in a cart that has become too small',
      claim(SEEN, DEAR),
      'with',
      ['refund', 'redemption_cart_requirements_not_met'],
    ],
    ['is not in a cart that is too small', claim({}, DEAR), 'without', []],
    ['was redeemed without a cart, and is in this one', claim({ cart_id: null }), 'with', ['link', 'seen']],
    ['was redeemed without a cart long ago', claim({ cart_id: null, ...OLD }), 'without', ['link']],
    ['was linked a while ago', claim({ ...OLD, linked_to_cart_at: AT - TIME_TO_ADD_MS + 1 }), 'without', []],
    ['was linked long ago', claim({ ...OLD, linked_to_cart_at: AT - TIME_TO_ADD_MS }), 'without', ['refund']],
    ['is of another cart', claim({ cart_id: 'other', ...OLD }), 'without', []],
    ['is of another cart and yet in this one', claim({ cart_id: 'other' }), 'with', []],
    ['was taken back', claim({ state: 'void' }), 'with', ['redemption_expired']],
    [
      'was taken back, of another cart',
      claim({ state: 'void', cart_id: 'other' }),
      'with',
      ['redemption_expired'],
    ],
    ['expired', claim({ state: 'expired' }), 'with', ['redemption_expired']],
    ['was taken back and is gone', claim({ state: 'void', ...SEEN }), 'without', []],
    ['was used', claim({ usage_status: 'used', ...SEEN }), 'with', []],
    ['was used and is gone', claim({ usage_status: 'used', ...SEEN }), 'without', []],
  ])('whose line %s', (_case, redemption, there, expected) => {
    const cart = platformCart([cartLine(), ...(there === 'with' ? [redeemedLine('R1')] : [])]);
    const { actions, ...plan } = planCart(cart, [redemption], AT);
    const changes = Object.entries(plan).flatMap(([what, claims]) => (claims.length > 0 ? [what] : []));
    expect([...changes, ...actions.map(({ reason }) => reason)].sort()).toEqual(expected.sort());
  });

  it('asks to remove each of its lines, with all that they carry', () => {
    const attributes = [
      { key: '_loyalty_redemption_id', value: 'R1' },
      { key: 'note', value: null },
    ];
    const lines = [redeemedLine('R1', { id: 'a', attributes }), redeemedLine('R1', { id: 'b' })];
    expect(planCart(platformCart(lines), [claim({ state: 'void' })], AT).actions).toEqual(
      lines.map((line) => ({
        kind: 'remove_cart_line',
        reason: 'redemption_expired',
        line,
        redemption_id: 'R1',
      })),
    );
  });
});
