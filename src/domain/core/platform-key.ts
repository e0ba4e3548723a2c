/**
 * The form in which two ids of a platform are compared: `gid://shop/Customer/1001` and `1001` name one thing. An id is
 * stored as first given. Only look-ups and unique indexes use this form.
 */
export function platformKey(id: string): string {
  return /^gid:\/\/[^/]+\/[A-Za-z]+\/([^/?]+)$/.exec(id)?.[1] ?? id;
}
