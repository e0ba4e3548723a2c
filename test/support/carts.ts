import type { CartLine, PlatformCart } from '../../src/domain/claims/carts/cart.ts';
import type { Hooks } from '../../src/domain/core/transaction.ts';
import { type OpenedSession, openSession } from '../../src/domain/operations/open-session.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import type { SessionInput } from '../../src/domain/storefront/nothing-to-write.ts';
import type { TestDomain } from './test-domain.ts';

/** A line of two items that are not redeemed. */
export function cartLine(rest: Partial<CartLine> = {}): CartLine {
  return { id: 'line-1', quantity: 2, merchandise_id: '555', attributes: [], ...rest };
}

/** The line of a redeemed product. */
export function redeemedLine(redemptionId: string, rest: Partial<CartLine> = {}): CartLine {
  return cartLine({
    id: `line of ${redemptionId}`,
    quantity: 1,
    merchandise_id: '902',
    attributes: [{ key: '_loyalty_redemption_id', value: redemptionId }],
    ...rest,
  });
}

/** The cart `cart`, of 100.00. */
export function platformCart(lines: CartLine[], rest: Partial<PlatformCart> = {}): PlatformCart {
  return { kind: 'platform', id: 'cart', total_minor: 10_000, lines, ...rest };
}

/** A session of customer 1001, on no page and without a cart. */
export function session(
  domain: TestDomain,
  rest: Partial<SessionInput> = {},
  by: { deps?: Deps; hooks?: Hooks<OpenedSession> } = {},
): Promise<OpenedSession> {
  const { program } = domain;
  const input = {
    program,
    site: program.sites.at(-1)!,
    merchant_id: '1001',
    email: null,
    page_url: null,
    cart: null,
    channel: 'web',
    country: 'US',
  } as const;
  return openSession(by.deps ?? domain.deps, { ...input, ...rest }, by.hooks);
}
