import { createHash } from 'node:crypto';
import { platformKey } from '../../domain/core/platform-key.ts';

const DIGITS = /^[0-9]{1,16}$/;

/**
 * A platform's id as an integer: its digits, or the digits of a `gid://…/1001`. For an id of another form it is 48 bits
 * of its hash. They stay the same however the program file is rearranged.
 */
export function platformInteger(id: string): number {
  const key = platformKey(id);
  const digits = DIGITS.test(key) ? Number(key) : Number.NaN;
  return Number.isSafeInteger(digits) ? digits : createHash('sha256').update(key).digest().readUIntBE(0, 6);
}
