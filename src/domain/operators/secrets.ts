import { isCheckedSecret, newCheckedSecret } from '../core/checked-secret.ts';
import type { Random } from '../core/deps.ts';

// The secrets are opaque: they contain no data, and only their hashes are stored.

const SESSION = 'loyalty_os_';
const LINK = 'loyalty_ol_';

export const newSessionToken = (random: Random): string => newCheckedSecret(SESSION, random);
export const isSessionToken = (text: string): boolean => isCheckedSecret(SESSION, text);

export const newLinkToken = (random: Random): string => newCheckedSecret(LINK, random);
export const isLinkToken = (text: string): boolean => isCheckedSecret(LINK, text);
