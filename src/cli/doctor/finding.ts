/**
 * A fact that an operator should know. problem: it does harm, or soon will; warning: it may do harm; note: it is worth
 * knowing.
 */
export interface Finding {
  level: 'problem' | 'warning' | 'note';
  message: string;
  /** The remedy. */
  cure: string;
}

export const problem = (message: string, cure: string): Finding => ({ level: 'problem', message, cure });
export const warning = (message: string, cure: string): Finding => ({ level: 'warning', message, cure });
export const note = (message: string, cure: string): Finding => ({ level: 'note', message, cure });

/** `3 minutes`, `2 hours`, `5 days`. */
export function spanText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} hours` : `${Math.round(seconds / 86_400)} days`;
}

/** `1.5 GB` */
export function bytesText(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
