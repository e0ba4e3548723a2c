import type { ComponentChildren } from 'preact';
import { type Above, Back } from '../design/back.tsx';
import { ConsoleDocument } from '../design/document.tsx';
import { Icon } from '../design/icon.tsx';
import { Notice } from '../design/notice.tsx';
import { LanguageMenu } from '../design/preferences.tsx';
import type { ConsoleWording } from '../language/wording.ts';
import type { Look } from '../look.ts';

interface StandaloneScreenProps {
  /** The path of the console. */
  base: string;
  look: Look;
  wording: ConsoleWording;
  /** The address of the screen, to return to after a change of the language. Absent: it cannot be opened by its address. */
  here?: string;
  back?: Above;
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
export function StandaloneScreen({
  base,
  look,
  wording,
  here,
  back,
  title,
  about,
  complaint,
  wide = false,
  passkeys = false,
  children,
}: StandaloneScreenProps) {
  return (
    <ConsoleDocument {...{ base, look, wording, title, passkeys }}>
      <main id="content" class={wide ? 'alone wide' : 'alone'}>
        <div class="row apart masthead">
          <p class="brand">
            <span class="sign">
              <Icon name="spark" />
            </span>
            loyaltyd
          </p>
          {here !== undefined && <LanguageMenu base={base} here={here} named />}
        </div>
        <header class="stack tight">
          {back && <Back to={back} />}
          <h1>{title}</h1>
          {about && <p class="muted">{about}</p>}
        </header>
        {complaint && (
          <div role="alert">
            <Notice mood="bad">{complaint}</Notice>
          </div>
        )}
        {children}
      </main>
    </ConsoleDocument>
  );
}

/** The token that every form of a signed-in operator carries. */
export function FormToken({ token }: { token: string }) {
  return <input type="hidden" name="token" value={token} />;
}
