import { channel } from 'node:diagnostics_channel';

// Subscribers measure the work of a server. Without a subscriber nothing is measured or published.

/** A statement that Postgres answered, or that failed. It is published in the context of its caller. */
export interface StatementEnded {
  /** The name of a hot statement; undefined: it has none. */
  name: string | undefined;
  text: string;
  /** `performance.now()` when it was sent, or when the statement before it in the same packet ended. */
  began: number;
  ms: number;
  failed: boolean;
}
export const statementEnded = channel('loyaltyd:statement');

/** `began`: as in StatementEnded. */
export function publishStatement(
  { name, text }: { name?: string; text: string },
  began: number,
  failed: boolean,
): void {
  const ended: StatementEnded = { name, text, began, ms: performance.now() - began, failed };
  statementEnded.publish(ended);
}

/** A statement, and the number of callers that share it. */
export interface BatchSent {
  name: string;
  rows: number;
}
export const batchSent = channel('loyaltyd:batch');
