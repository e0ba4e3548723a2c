const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

/** From the approval to the exchange for tokens, which an app's server does at once. */
export const CODE_LIFETIME_MS = 120 * SECOND;

export const ACCESS_TOKEN_LIFETIME_MS = 3_600 * SECOND;

/** Each exchange gives a new one, with a new life, as long as the approval lasts. */
export const REFRESH_TOKEN_LIFETIME_MS = 30 * DAY;

/** From the approval on, however often it is refreshed: an operator then decides anew. */
const APPROVAL_LIFETIME_MS = 180 * DAY;

/** For how long a refresh token that was exchanged is answered with the same tokens: the answer may have been lost. */
export const REPEAT_MS = 10 * SECOND;

/** When an approval ends, in ms of the wall clock. */
export function approvalEnd({ created_at }: { created_at: number }): number {
  return created_at + APPROVAL_LIFETIME_MS;
}
