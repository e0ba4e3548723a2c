import { hkdfSync, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { answerKey } from '../../src/domain/idempotency/seal.ts';

it('seals answers under the key that HKDF gives for the secret and the caller’s key, as former versions did', () => {
  for (const [secret, key] of [
    [randomBytes(32), 'order-7'],
    [randomBytes(64), 'x'.repeat(255)],
    [randomBytes(5), ' '],
  ] as const) {
    const material = Buffer.concat([secret, Buffer.from(key)]);
    const given = hkdfSync('sha256', material, Buffer.alloc(0), 'loyaltyd stored answer', 32);
    expect(answerKey(secret, key)).toEqual(Buffer.from(given));
  }
});
