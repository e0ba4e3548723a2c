import { describe, expect, it } from 'vitest';
import { giftCardHash, normaliseCode } from '../../src/domain/claims/codes.ts';
import { platformKey } from '../../src/domain/core/platform-key.ts';
import { randomCode } from '../../src/domain/core/random-code.ts';
import { decodedAgain } from '../../src/domain/customers/find-customer.ts';

describe("a platform's id", () => {
  it.each([
    ['1001', '1001'],
    ['gid://shop/Customer/1001', '1001'],
    ['gid://other/ProductVariant/42', '42'],
    ['gid://shop/Customer/abc-def', 'abc-def'],
    // Whatever is not exactly of that form is an id as it stands.
    ['gid://shop/Customer/', 'gid://shop/Customer/'],
    ['gid://shop/Customer/1/2', 'gid://shop/Customer/1/2'],
    ['gid://shop/Customer/1?x=2', 'gid://shop/Customer/1?x=2'],
    ['GID://shop/Customer/1', 'GID://shop/Customer/1'],
    ['Customer/1001', 'Customer/1001'],
    [' 1001', ' 1001'],
    ['a/b/c', 'a/b/c'],
    ['', ''],
  ])('%j is compared as %j', (id, key) => {
    expect(platformKey(id)).toBe(key);
  });
});

describe('an id that was encoded twice', () => {
  it.each([
    ['gid%3A%2F%2Fshop%2FCustomer%2F1', 'gid://shop/Customer/1'],
    ['a%20b', 'a b'],
    ['1001', undefined],
    ['100%', undefined],
    ['a%00b', undefined],
    ['%E0%A4%A', undefined],
  ])('%j decodes again to %j', (text, decoded) => {
    expect(decodedAgain(text)).toBe(decoded);
  });
});

describe('codes', () => {
  const bytes = (value: number) => ({ bytes: (size: number) => Buffer.alloc(size, value) });

  it('are made of letters and digits that survive being typed', () => {
    const all = Array.from({ length: 256 }, (_, value) => randomCode(bytes(value), 4)).join('');
    expect(new Set(all)).toEqual(new Set('0123456789ABCDEFGHJKMNPQRSTVWXYZ'));
  });

  it('are compared without case, spaces and dashes', () => {
    expect(normaliseCode('ab12-CD34 ef56')).toBe('AB12CD34EF56');
    const secret = Buffer.alloc(32, 7);
    expect(giftCardHash(secret, 'ab12-cd34')).toEqual(giftCardHash(secret, 'AB12CD34'));
    expect(giftCardHash(secret, 'AB12CD35')).not.toEqual(giftCardHash(secret, 'AB12CD34'));
    expect(giftCardHash(Buffer.alloc(32, 8), 'AB12CD34')).not.toEqual(giftCardHash(secret, 'AB12CD34'));
  });
});
