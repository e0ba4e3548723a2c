/** Bytes as Postgres reads them in JSON. */
export function byteaText(value: Buffer): string {
  return `\\x${value.toString('hex')}`;
}
