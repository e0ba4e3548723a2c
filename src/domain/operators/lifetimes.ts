const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A session ends this time after it began, even if it is in use. */
export const SESSION_MS = 12 * HOUR;

/** A session ends this time after its last request. */
export const IDLE_MS = 30 * MINUTE;

/** The shortest time between two notes of a session's last request. */
export const SEEN_EVERY_MS = MINUTE;

/** For this time after a proof of identity, dangerous actions need no further proof. */
export const CONFIRMED_MS = 15 * MINUTE;

/** The time between the password and the code of the second factor. */
export const TICKET_MS = 5 * MINUTE;

/** The time within which a passkey must sign a challenge. */
export const CHALLENGE_MS = 5 * MINUTE;

export const LINK_MS = { first_admin: 30 * MINUTE, invite: 7 * DAY, reset: DAY } as const;

/** The points that operators added and removed by hand are counted by day. The counts are kept for this time. */
export const SPENDS_KEPT_MS = 31 * DAY;

/** Failures to sign in are deleted this time after the last one. */
export const FAILURES_KEPT_MS = HOUR;

/** Wrong codes are deleted this time after the last one, so that a pause between guesses brings no advantage. */
export const WRONG_CODES_KEPT_MS = DAY;
