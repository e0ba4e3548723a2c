import type { ComponentChildren } from 'preact';
import { ConsoleDocument } from '../design/document.tsx';
import { Notice } from '../design/notice.tsx';
import { LanguageMenu } from '../design/preferences.tsx';
import type { ConsoleWording } from '../language/wording.ts';
import type { Look } from '../look.ts';

interface AloneProps {
  /** The path of the console. */
  base: string;
  look: Look;
  wording: ConsoleWording;
  /** The address of the screen, to return to after a change of the language. Absent: there is no way back. */
  here?: string;
  title: string;
  about?: ComponentChildren;
  /** The mistake in the sent form. */
  complaint?: ComponentChildren;
  /** Whether the screen has several cards. */
  wide?: boolean;
  /** Whether the screen takes passkeys. */
  passkeys?: boolean;
  children?: ComponentChildren;
}

/** A screen without the frame: before the sign-in, or about the operator alone. */
export function Alone({
  base,
  look,
  wording,
  here,
  title,
  about,
  complaint,
  wide = false,
  passkeys = false,
  children,
}: AloneProps) {
  return (
    <ConsoleDocument {...{ base, look, wording, title, passkeys }}>
      <main id="content" class={wide ? 'alone wide' : 'alone'}>
        <header class="stack tight">
          <h1>{title}</h1>
          {about && <p class="muted">{about}</p>}
        </header>
        {complaint && (
          <div role="alert">
            <Notice mood="bad">{complaint}</Notice>
          </div>
        )}
        {children}
        {here !== undefined && (
          <footer class="row">
            <LanguageMenu base={base} here={here} named />
          </footer>
        )}
      </main>
    </ConsoleDocument>
  );
}

/** The token that every form of a signed-in operator carries. */
export function FormToken({ token }: { token: string }) {
  return <input type="hidden" name="token" value={token} />;
}
