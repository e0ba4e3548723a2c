import type { RequestedAmount } from '../domain/rewards/requested-discount.ts';
import { readAmount } from './amounts.ts';

/** An amount of a request in the currency that its family speaks, or what is wrong with it. */
export function requestedAmount(
  amount: number | string,
  currency: string,
): RequestedAmount | { complaint: string } {
  const read = readAmount(amount, currency);
  return 'complaint' in read ? read : { amount_minor: read.minor, currency };
}
