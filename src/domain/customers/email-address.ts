/** The longest address that mail can be sent to (RFC 5321, 4.5.3.1.3). */
const LONGEST = 254;

/** One @ with text on both sides; no spaces and no invisible characters. */
const ADDRESS =
  /^[^@\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+@[^@\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/**
 * Whether a text can be the email of a customer. Two addresses that look alike would otherwise be two customers. A line
 * break in an address would reach into any text that is written with it.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST && ADDRESS.test(text);
}
