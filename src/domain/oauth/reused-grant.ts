/**
 * A code or a refresh token came a second time: one of the two who had it is a thief. Thrown before anything
 * was written; the grant is locked, and whoever catches it revokes it.
 */
export class ReusedGrant extends Error {
  constructor(what: string) {
    super(`The ${what} was used before; all that came of it is revoked now.`);
    this.name = 'ReusedGrant';
  }
}
