/** The reasons for points by hand, of which an operator chooses one. */
export const REASON_CODES = [
  'goodwill',
  'missing_points',
  'correction',
  'promotion',
  'returned',
  'abuse',
  'other',
] as const;

export type ReasonCode = (typeof REASON_CODES)[number];
