import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { consoleAssets } from '../assets.ts';
import { WordingContext } from '../language/use-wording.ts';
import { type ConsoleWording, consoleWording } from '../language/wording.ts';
import type { Look } from '../look.ts';

interface DocumentProps {
  /** The path of the console. */
  base: string;
  title: string;
  look: Look;
  /** The words of its frame. Absent: English. */
  wording?: ConsoleWording;
  /** Whether the screen takes passkeys. */
  passkeys?: boolean;
  /** Whether the screen updates itself. */
  fresh?: boolean;
  children: ComponentChildren;
}

/** The document of every screen, also of the screens before the sign-in. */
export function ConsoleDocument(props: DocumentProps) {
  const {
    base,
    title,
    look,
    wording = consoleWording('en'),
    passkeys = false,
    fresh = false,
    children,
  } = props;
  const assets = consoleAssets();
  const { styles, script } = assets;
  return (
    <html
      lang={wording.language}
      dir={wording.direction === 'rtl' ? 'rtl' : undefined}
      data-theme={look === 'auto' ? undefined : look}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={look === 'auto' ? 'light dark' : look} />
        <title>{`${title} · loyaltyd`}</title>
        {/* Without this, browsers ask for an icon. */}
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={`${base}/assets/${styles.name}`} />
        <script type="module" src={`${base}/assets/${script.name}`} />
        {passkeys && <script type="module" src={`${base}/assets/${assets.passkeys.name}`} />}
        {fresh && <script type="module" src={`${base}/assets/${assets.fresh.name}`} />}
      </head>
      <body>
        <WordingContext.Provider value={wording}>{children}</WordingContext.Provider>
        <p id="live" class="unseen" role="status" data-copied={wording.say('copied')} />
      </body>
    </html>
  );
}

export function renderScreen(document: VNode): string {
  return `<!DOCTYPE html>${renderToString(document)}`;
}
