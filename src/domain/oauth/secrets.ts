import { isCheckedSecret, newCheckedSecret, newSecretOf } from '../core/checked-secret.ts';
import type { Random } from '../core/deps.ts';
import { randomCode } from '../core/random-code.ts';

// The credentials of apps are opaque: they contain no data, and only their hashes are stored.

const ACCESS_TOKEN = 'loyalty_at_';
const REFRESH_TOKEN = 'loyalty_rt_';
const CODE = 'loyalty_ac_';
const APP_SECRET = 'loyalty_as_';

export const newAccessToken = (programId: number, random: Random): string =>
  newSecretOf(ACCESS_TOKEN, programId, random);
export const isAccessToken = (text: string): boolean => isCheckedSecret(ACCESS_TOKEN, text);

export const newRefreshToken = (random: Random): string => newCheckedSecret(REFRESH_TOKEN, random);
export const isRefreshToken = (text: string): boolean => isCheckedSecret(REFRESH_TOKEN, text);

export const newCode = (random: Random): string => newCheckedSecret(CODE, random);
export const isCode = (text: string): boolean => isCheckedSecret(CODE, text);

export const newAppSecret = (random: Random): string => newCheckedSecret(APP_SECRET, random);

const CLIENT_ID_LENGTH = 20;
const CLIENT_ID = new RegExp(`^app_[0-9A-Z]{${CLIENT_ID_LENGTH}}$`);

/** The public id of an app; it is not a secret. */
export const newClientId = (random: Random): string => `app_${randomCode(random, CLIENT_ID_LENGTH)}`;
export const isClientId = (text: string): boolean => CLIENT_ID.test(text);
