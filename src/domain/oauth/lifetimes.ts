const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

/** From the approval to the exchange for tokens, which an app's server does at once. */
export const CODE_LIFETIME_MS = 120 * SECOND;

export const ACCESS_TOKEN_LIFETIME_MS = 3_600 * SECOND;

/** Each exchange gives a new one, with a new life: an app that is used need not be approved again. */
export const REFRESH_TOKEN_LIFETIME_MS = 30 * DAY;
