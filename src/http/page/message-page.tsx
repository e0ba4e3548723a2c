import { Document } from './document.tsx';

/** A page that has one thing to say. */
export function MessagePage({
  language,
  title,
  advice,
}: {
  language: string;
  title: string;
  advice: string;
}) {
  return (
    <Document language={language} title={title}>
      <main class="message">
        <h1>{title}</h1>
        <p class="muted">{advice}</p>
      </main>
    </Document>
  );
}
