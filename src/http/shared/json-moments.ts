import { timestamp } from '../schema-helpers.ts';

/** A stored moment as JSON: a quoted timestamp, or null. */
export function momentText(ms: number | null): string {
  return ms === null ? 'null' : `"${timestamp(ms)}"`;
}
