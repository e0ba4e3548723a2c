import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { consoleAssets } from '../assets.ts';
import type { Look } from '../look.ts';

interface DocumentProps {
  /** The path of the console. */
  base: string;
  title: string;
  look: Look;
  /** Whether the screen takes passkeys. */
  passkeys?: boolean;
  children: ComponentChildren;
}

/** The document of every screen, also of those before the sign-in. */
export function ConsoleDocument({ base, title, look, passkeys = false, children }: DocumentProps) {
  const { styles, script, passkeys: island } = consoleAssets();
  return (
    <html lang="en" data-theme={look === 'auto' ? undefined : look}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={look === 'auto' ? 'light dark' : look} />
        <title>{`${title} · loyaltyd`}</title>
        {/* Browsers ask for one of their own accord. */}
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={`${base}/assets/${styles.name}`} />
        <script type="module" src={`${base}/assets/${script.name}`} />
        {passkeys && <script type="module" src={`${base}/assets/${island.name}`} />}
      </head>
      <body>
        {children}
        <p id="live" class="unseen" role="status" />
      </body>
    </html>
  );
}

export function renderScreen(document: VNode): string {
  return `<!DOCTYPE html>${renderToString(document)}`;
}
