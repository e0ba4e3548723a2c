/** The program number, which no program has, for actions that concern the whole server, such as a sign-in. */
export const WHOLE_SERVER = 0;
