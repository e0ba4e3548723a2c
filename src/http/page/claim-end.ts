import type { ClaimView } from '../../domain/claims/claim-record.ts';

/** The moment in ms until which a claim can be used: it expires then, or it is refunded unused. Infinity: for ever. */
export function claimEnd({ expires_at, auto_refund_at }: ClaimView): number {
  return Math.min(expires_at ?? Infinity, auto_refund_at ?? Infinity);
}
