const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

/** The time between the approval and the exchange for tokens. An app's server exchanges at once. */
export const CODE_LIFETIME_MS = 120 * SECOND;

export const ACCESS_TOKEN_LIFETIME_MS = 3_600 * SECOND;

/** Each exchange gives a new refresh token with a new lifetime, until the approval ends. */
export const REFRESH_TOKEN_LIFETIME_MS = 30 * DAY;

/** The time counts from the approval, even if tokens are refreshed. After it an operator must approve again. */
const APPROVAL_LIFETIME_MS = 180 * DAY;

/** For this time, an exchanged refresh token gets the same tokens again, because the answer may have been lost. */
export const REPEAT_MS = 10 * SECOND;

/** The end of an approval, in ms of the wall clock. */
export function approvalEnd({ created_at }: { created_at: number }): number {
  return created_at + APPROVAL_LIFETIME_MS;
}
