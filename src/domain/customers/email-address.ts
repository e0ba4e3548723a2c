/** The longest address that mail can be sent to (RFC 5321, 4.5.3.1.3). */
const LONGEST = 254;

/** One @ with text on both sides; no spaces and no invisible characters. */
const ADDRESS =
  /^[^@\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+@[^@\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/**
 * Whether a text can be the email of a customer. Without these limits, two addresses that look alike would be two
 * customers. A line break in an address would get into every text that contains the address.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST && ADDRESS.test(text);
}
