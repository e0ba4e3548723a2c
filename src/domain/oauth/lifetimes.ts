const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

/** The time from the approval to the exchange for tokens. An app's server exchanges at once. */
export const CODE_LIFETIME_MS = 120 * SECOND;

export const ACCESS_TOKEN_LIFETIME_MS = 3_600 * SECOND;

/** Each exchange gives a new refresh token with a new lifetime, as long as the approval lasts. */
export const REFRESH_TOKEN_LIFETIME_MS = 30 * DAY;

/** Counted from the approval, however often tokens are refreshed. After it an operator decides anew. */
const APPROVAL_LIFETIME_MS = 180 * DAY;

/** For so long an exchanged refresh token gets the same tokens again: the answer may have been lost. */
export const REPEAT_MS = 10 * SECOND;

/** The end of an approval, in ms of the wall clock. */
export function approvalEnd({ created_at }: { created_at: number }): number {
  return created_at + APPROVAL_LIFETIME_MS;
}
