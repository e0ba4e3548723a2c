/** The longest address that mail can be sent to (RFC 5321, 4.5.3.1.3). */
const LONGEST = 254;

/** One @ with something on both sides; no spaces and nothing that a reader does not see. */
const ADDRESS =
  /^[^@\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+@[^@\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/**
 * Whether a text can be the email of a customer. Two addresses that look alike would otherwise be two customers, and
 * a line break in one would reach into whatever is written with it.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST && ADDRESS.test(text);
}
