const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A session ends so long after it began, however much it is used. */
export const SESSION_MS = 12 * HOUR;

/** A session ends so long after its last request. */
export const IDLE_MS = 30 * MINUTE;

/** The last request is written down at most so often. */
export const SEEN_EVERY_MS = MINUTE;

/** For so long after an operator proved who it is, dangerous actions ask for no further proof. */
export const CONFIRMED_MS = 15 * MINUTE;

/** The time between the password and the code of the second factor. */
export const TICKET_MS = 5 * MINUTE;

/** The time in which a passkey signs a challenge. */
export const CHALLENGE_MS = 5 * MINUTE;

export const LINK_MS = { first_admin: 30 * MINUTE, invite: 7 * DAY, reset: DAY } as const;

/** The points that operators gave and took by hand are counted by days, which are kept so long. */
export const SPENDS_KEPT_MS = 31 * DAY;

/** Failures to sign in are forgotten so long after the last of them. */
export const FAILURES_KEPT_MS = HOUR;

/** Wrong codes are forgotten so long after the last of them: whoever rests between guesses gains nothing by it. */
export const WRONG_CODES_KEPT_MS = DAY;
