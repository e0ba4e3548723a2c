import { createHash } from 'node:crypto';

/** A style sheet or script that stands in a page, as the Content-Security-Policy names it: nothing else may work there. */
export function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
