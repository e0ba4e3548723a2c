/** The text for bytes in JSON that Postgres accepts as bytea. */
export function byteaText(value: Buffer): string {
  return `\\x${value.toString('hex')}`;
}
