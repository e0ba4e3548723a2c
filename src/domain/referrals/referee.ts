import { createHmac } from 'node:crypto';
import { DomainError } from '../core/errors.ts';
import { everySecret, type Secrets } from '../core/secrets.ts';
import { isEmailAddress } from '../customers/email-address.ts';
import { networkOf } from './address.ts';

/** A person who followed a customer's link, by the data that a storefront has. */
export interface Referee {
  email: string | null;
  ip_address: string;
  user_agent: string | null;
}

/** The stored keys of a referee. Nobody can read its address or its browser from them. */
export interface RefereeKeys {
  /**
   * The hash of the email or, without an email, of the address and browser. The same person gets the same key again.
   */
  referee_key: Buffer;
  address_key: Buffer;
}

/**
 * The possible keys of a referee, which differ by program: first under the data key for new data, then under each
 * former one. Throws `invalid_request` for an invalid email or address.
 */
export function refereeKeys(
  deps: Secrets,
  programId: number,
  referee: Referee,
): [RefereeKeys, ...RefereeKeys[]] {
  const details: Record<string, string> = {};
  const network = networkOf(referee.ip_address);
  if (network === undefined) details.ip_address = 'must be an IPv4 or IPv6 address';
  if (referee.email !== null && !isEmailAddress(referee.email)) {
    details.referee_email = 'must be an email address';
  }
  if (Object.keys(details).length > 0) {
    throw new DomainError('invalid_request', 'The request is not valid.', { details });
  }
  const identity =
    referee.email === null
      ? ['visitor', network!, referee.user_agent ?? '']
      : ['email', referee.email.toLowerCase()];
  const keys = everySecret(deps).map((secret) => ({
    referee_key: keyed(secret, programId, identity),
    address_key: keyed(secret, programId, ['address', network!]),
  }));
  return keys as [RefereeKeys, ...RefereeKeys[]];
}

/** The key of a customer that came by a link without an incentive. */
export function customerRefereeKey(secret: Buffer, programId: number, customerId: number): Buffer {
  return keyed(secret, programId, ['customer', String(customerId)]);
}

function keyed(secret: Buffer, programId: number, parts: string[]): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['referee', programId, ...parts]))
    .digest();
}
