import { createHash } from 'node:crypto';

/** The source of an inline style sheet or script, for the Content-Security-Policy: nothing else may run there. */
export function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
