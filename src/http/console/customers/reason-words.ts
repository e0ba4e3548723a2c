import { REASON_CODES, type ReasonCode } from '../../../domain/ledger/reason-codes.ts';

export const REASON_WORDS: Record<ReasonCode, string> = {
  goodwill: 'Goodwill',
  missing_points: 'Points that were missing',
  correction: 'A mistake corrected',
  promotion: 'A promotion',
  returned: 'Something came back',
  abuse: 'Points gained unfairly',
  other: 'Something else',
};

export const REASON_OPTIONS = REASON_CODES.map((code) => [code, REASON_WORDS[code]] as const);
