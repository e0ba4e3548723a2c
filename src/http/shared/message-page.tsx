import { Document } from './document.tsx';
import type { PageHost } from './page-headers.ts';

interface MessagePageProps {
  language: string;
  title: string;
  advice: string;
  /** The program to which the page belongs; absent: none. */
  host?: PageHost | null;
  state?: 'closed' | 'expired';
  /** The way back to the store. */
  back?: { address: string; words: string };
}

/** A page with a single message. */
export function MessagePage({ language, title, advice, host = null, state, back }: MessagePageProps) {
  return (
    <Document language={language} title={title} host={host} {...(state && { state })}>
      <main class="message">
        <h1>{title}</h1>
        <p class="muted">{advice}</p>
        {back && (
          <p>
            <a class="button" href={back.address} target="_top">
              {back.words}
            </a>
          </p>
        )}
      </main>
    </Document>
  );
}
