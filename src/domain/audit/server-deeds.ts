/**
 * The audit keeps deeds that concern the whole server, such as that somebody signed in, under this number, which no
 * program has.
 */
export const WHOLE_SERVER = 0;
