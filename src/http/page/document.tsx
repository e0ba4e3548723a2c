import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { STYLES } from './styles.ts';

interface DocumentProps {
  /** Of the page's words. */
  language: string;
  title: string;
  children: ComponentChildren;
}

/** The frame of every page. What is written into it is escaped; only our own style sheet is not. */
export function Document({ language, title, children }: DocumentProps) {
  return (
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLES }} />
      </head>
      <body>{children}</body>
    </html>
  );
}

export function renderDocument(document: VNode): string {
  return `<!DOCTYPE html>${renderToString(document)}`;
}

const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg']);

/** Which way a language (a BCP 47 tag) is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
}
