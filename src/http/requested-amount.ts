import type { RequestedAmount } from '../domain/rewards/requested-discount.ts';
import { readAmount } from './amounts.ts';

/** An amount of a request in the currency of its family, or the complaint about it. */
export function requestedAmount(
  amount: number | string,
  currency: string,
): RequestedAmount | { complaint: string } {
  const read = readAmount(amount, currency);
  return 'complaint' in read ? read : { amount_minor: read.minor, currency };
}
