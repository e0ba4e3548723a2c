import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { framingOrigins, type PageHost } from './page-headers.ts';
import { SCRIPT } from './script.ts';
import { STYLES } from './styles.ts';
import { themeStyles } from './theme-styles.ts';

interface DocumentProps {
  /** The language of the page's words. */
  language: string;
  title: string;
  /**
   * The program of the page, for its look, and the origins that may frame the page and get its messages. null: no
   * program.
   */
  host?: PageHost | null;
  /** The state of the page, for its script: in these two states the page shows nothing of the customer. */
  state?: 'closed' | 'expired';
  /** The number of ms until the session ends. */
  expires_in_ms?: number;
  /** The page has no script: a preview. */
  still?: boolean;
  /** A page that belongs to no program adds these parts after the common style sheet. */
  own?: PageParts;
  children: ComponentChildren;
}

/** The page contains both parts, so its headers have to name them: see `sourceOf`. */
export interface PageParts {
  styles: string;
  script?: string;
}

/**
 * The frame of every page. Content in it is escaped; only the server's own style sheets and script are not. The page
 * itself contains both, so it takes one request and asks no other address.
 */
export function Document(props: DocumentProps) {
  const { language, title, host = null, state, expires_in_ms, still = false, own, children } = props;
  const theme = themeStyles(host?.program.settings.theme ?? null);
  return (
    <html
      lang={language}
      dir={directionOf(language)}
      data-hosts={host ? framingOrigins(host.site).join(' ') : undefined}
      data-expires={expires_in_ms}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        {/* Without this, browsers ask for an icon. */}
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: STYLES }} />
        {theme && <style dangerouslySetInnerHTML={{ __html: theme.css }} />}
        {own && <style dangerouslySetInnerHTML={{ __html: own.styles }} />}
      </head>
      <body data-state={state}>
        {children}
        {host && !still && (
          <>
            <p id="live" class="unseen" role="status" />
            <script type="module" dangerouslySetInnerHTML={{ __html: SCRIPT }} />
          </>
        )}
        {own?.script && <script type="module" dangerouslySetInnerHTML={{ __html: own.script }} />}
      </body>
    </html>
  );
}

export function renderDocument(document: VNode): string {
  return `<!DOCTYPE html>${renderToString(document)}`;
}

const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg']);

/** The writing direction of a language (a BCP 47 tag). */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
}
