import type { ComponentChildren } from 'preact';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import type { Look } from '../look.ts';
import { type Above, Back } from './back.tsx';
import { Badge } from './badge.tsx';
import { Breaks } from './breaks.tsx';
import { ConsoleDocument } from './document.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Keys } from './keys.tsx';
import { Menu } from './menu.tsx';
import { LanguageMenu, LookMenu } from './preferences.tsx';

/** A screen in the menu at the side. */
export interface NavigationEntry {
  href: string;
  title: string;
  icon: IconName;
  /** The letter that opens it after "g". */
  key?: string;
  current: boolean;
}

/** The data for everything around a screen. */
export interface FrameView {
  /** The path of the console. */
  base: string;
  look: Look;
  wording: ConsoleWording;
  /** The address of the screen, to return to it. */
  here: string;
  operator: { name: string; email: string };
  program: { name: string; test: boolean };
  /** The programs that the operator may see, with the addresses of their overviews. */
  programs: readonly { name: string; href: string; current: boolean }[];
  /** The address of the search; absent: the operator may not search. */
  search?: string;
  asked?: string;
  /** The token of its forms; absent: nobody is signed in. */
  form_token?: string;
  screens: readonly NavigationEntry[];
}

interface ScreenProps {
  frame: FrameView;
  title: string;
  /** For a screen that updates itself: the address of its events, and the mark of the state that it shows. */
  live?: { events: string; mark: string };
  /** The screen above this one; absent: the list of screens names this one. */
  back?: Above;
  /** Whether the screen is a form or a few facts, which need no more room than a page of a book. */
  narrow?: boolean;
  /** Content under the title. */
  about?: ComponentChildren;
  /** Content at the end of the head. */
  beside?: ComponentChildren;
  children: ComponentChildren;
}

/** A screen in its frame: the menu of screens at the side, the bar, the head and the body of the screen. */
export function Screen({ frame, title, live, back, narrow = false, about, beside, children }: ScreenProps) {
  const { base, look, wording } = frame;
  return (
    <ConsoleDocument {...{ base, look, wording, title }} fresh={live !== undefined}>
      <a class="skip" href="#content">
        {wording.say('skip')}
      </a>
      <div class="shell">
        <Side frame={frame} />
        <div class="page">
          <Bar frame={frame} />
          <main
            id="content"
            class={narrow ? 'narrow' : undefined}
            data-live={live?.events}
            data-mark={live?.mark}
          >
            <header class="head">
              <div>
                {back && <Back to={back} />}
                <h1>
                  <Breaks of={title} />
                </h1>
                {about && <p class="muted">{about}</p>}
              </div>
              {beside}
            </header>
            {children}
          </main>
        </div>
      </div>
      <Keys screens={frame.screens} searches={frame.search !== undefined} />
    </ConsoleDocument>
  );
}

/** On a phone a button opens it; otherwise it is at the side. */
function Side({ frame }: { frame: FrameView }) {
  const { say } = useWording();
  const { program, programs, operator, screens } = frame;
  return (
    <div id="side" class="side" popover="auto">
      <Menu
        look="switch from-start"
        shut={
          <>
            <span class="sign" aria-hidden="true">
              {initialOf(program.name)}
            </span>
            <span class="named">
              <span>{program.name}</span>
              <span>{say(program.test ? 'test_program' : 'program')}</span>
            </span>
            <span class="chevrons">
              <Icon name="chevrons" />
            </span>
          </>
        }
      >
        {programs.map(({ name, href, current }) => (
          <a href={href} aria-current={current ? 'true' : undefined}>
            {name}
          </a>
        ))}
      </Menu>
      <nav class="side-list" aria-label={say('screens')}>
        {screens.map(({ href, title, icon, key, current }) => (
          <a href={href} data-key={key} aria-current={current ? 'page' : undefined}>
            <Icon name={icon} />
            {title}
          </a>
        ))}
      </nav>
      <div class="side-foot">
        <Menu
          look="who upwards from-start"
          shut={
            <>
              <span class="sign round" aria-hidden="true">
                {initialOf(operator.name)}
              </span>
              <span class="named">
                <span>{operator.name}</span>
                <span>{operator.email}</span>
              </span>
            </>
          }
        >
          <OperatorMenu frame={frame} />
        </Menu>
      </div>
    </div>
  );
}

function OperatorMenu({ frame: { base, form_token } }: { frame: FrameView }) {
  const { say } = useWording();
  return (
    <>
      <a href={`${base}/account`}>
        <Icon name="person" />
        {say('your_account')}
      </a>
      {form_token && (
        <form method="post" action={`${base}/sign-out`}>
          <input type="hidden" name="token" value={form_token} />
          <button type="submit">
            <Icon name="out" />
            {say('sign_out')}
          </button>
        </form>
      )}
    </>
  );
}

function Bar({ frame }: { frame: FrameView }) {
  const { base, look, here, search, asked, form_token, program } = frame;
  const { say } = useWording();
  return (
    <header class="bar">
      <button
        type="button"
        class="button bare square call-side"
        popovertarget="side"
        aria-label={say('screens')}
      >
        <Icon name="menu" />
      </button>
      {search && (
        <search class="find">
          <form action={search} method="post">
            {form_token && <input type="hidden" name="token" value={form_token} />}
            <label class="unseen" for="search">
              {say('search_customers')}
            </label>
            <Icon name="search" />
            <input
              id="search"
              type="search"
              name="q"
              value={asked}
              placeholder={say('search_by')}
              maxLength={200}
            />
            <span class="kbd scripted" aria-hidden="true">
              /
            </span>
          </form>
        </search>
      )}
      <div class="bar-end">
        {program.test && <Badge mood="warn">{say('test_program')}</Badge>}
        <button
          type="button"
          class="button bare square call-keys"
          popovertarget="keys"
          aria-label={say('keys')}
          title={say('keys')}
        >
          <Icon name="keyboard" />
        </button>
        <LanguageMenu base={base} here={here} />
        <LookMenu base={base} look={look} here={here} />
      </div>
    </header>
  );
}

function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? '·';
}
