import type { PasswordCost } from '../../src/domain/core/deps.ts';

/** A server's cost would be a fifth of a second of a processor for every sign-in of a test. */
export const LIGHT_PASSWORDS: PasswordCost = { log2_n: 4, r: 8, p: 1 };
