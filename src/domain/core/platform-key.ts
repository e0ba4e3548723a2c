/**
 * The form in which a platform's id is compared: `gid://shop/Customer/1001` and `1001` name one thing.
 * Ids are stored as first given; only look-ups and unique indexes use this.
 */
export function platformKey(id: string): string {
  return /^gid:\/\/[^/]+\/[A-Za-z]+\/([^/?]+)$/.exec(id)?.[1] ?? id;
}
