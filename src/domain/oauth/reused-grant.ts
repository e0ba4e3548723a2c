/**
 * A code or a refresh token came a second time, so one of the two senders stole it. It is thrown before anything is
 * written. The grant is locked, and the code that catches this error revokes the grant.
 */
export class ReusedGrant extends Error {
  constructor(what: string) {
    super(`The ${what} was used before; all that came of it is revoked now.`);
    this.name = 'ReusedGrant';
  }
}
