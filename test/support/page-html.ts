import type { VNode } from 'preact';
import type { PageContext } from '../../src/http/page/page-context.ts';
import { Document, renderDocument } from '../../src/http/shared/document.tsx';

/** The html of a page as it is sent to the browser. */
export function htmlOf({ view }: PageContext, children: VNode): string {
  const { program, site, wording } = view;
  const host = { program, site };
  return renderDocument(Document({ language: wording.spoken, title: program.name, host, children }));
}

/** The text that a reader sees: no style sheet, no script, no tags. Words of another direction stay in their sentence. */
export function textOf(html: string): string {
  return html
    .replace(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<\/?bdi[^>]*>/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('\u00a0', ' ')
    .replaceAll('&amp;', '&');
}

/** The same line by line, without empty ones. */
export function linesOf(html: string): string[] {
  return textOf(html)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
