import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { CoreDeps, PasswordCost } from '../core/deps.ts';

/** 16 MB and about a fifth of a second, as OWASP's cheat sheet on the storage of passwords recommends for scrypt. */
export const PASSWORD_COST: PasswordCost = { log2_n: 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 200;

/** The reason why a text cannot be a password; undefined: it can. */
export function passwordComplaint(password: string, { email }: { email: string }): string | undefined {
  const { length } = [...password];
  if (length < SHORTEST_PASSWORD) return `A password has at least ${SHORTEST_PASSWORD} characters.`;
  if (length > LONGEST_PASSWORD) return `A password has at most ${LONGEST_PASSWORD} characters.`;
  if (new Set(password).size < 5) return 'This password repeats too few characters.';
  const own = email.toLowerCase().split('@')[0]!;
  const lower = password.toLowerCase();
  if (lower.includes(email.toLowerCase()) || (own.length > 3 && lower.replaceAll(own, '').length < 8)) {
    return 'This password is too close to the email.';
  }
  return undefined;
}

/** The hash that is stored instead of a password, with its parameters: `scrypt$14$8$5$SALT$HASH`. */
export async function hashPassword(
  { random, password_cost }: Pick<CoreDeps, 'random' | 'password_cost'>,
  password: string,
): Promise<string> {
  const salt = random.bytes(SALT_BYTES);
  return written(password_cost, salt, await derive(password, salt, password_cost));
}

function written({ log2_n, r, p }: PasswordCost, salt: Buffer, hash: Buffer): string {
  return ['scrypt', log2_n, r, p, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** `stored` null: there is no such operator, or it has no password. The answer then takes the same time. */
export async function verifyPassword(
  { password_cost }: Pick<CoreDeps, 'password_cost'>,
  stored: string | null,
  password: string,
): Promise<boolean> {
  const nobody = () => written(password_cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(0));
  const [, log2_n, r, p, salt, hash] = (stored ?? nobody()).split('$');
  const cost = { log2_n: Number(log2_n), r: Number(r), p: Number(p) };
  const derived = await derive(password.slice(0, LONGEST_PASSWORD), Buffer.from(salt!, 'base64'), cost);
  const expected = Buffer.from(hash!, 'base64');
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

/** Letters that can be encoded in several ways count as equal, because the keyboards of one person differ. */
function derive(password: string, salt: Buffer, { log2_n, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** log2_n;
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, derived) => {
      if (error) reject(error);
      else resolve(derived);
    });
  });
}
