import type { ComponentChildren } from 'preact';
import { LOOKS, type Look } from '../look.ts';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ConsoleDocument } from './document.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Menu } from './menu.tsx';

/** A screen in the list at the side. */
export interface NavigationEntry {
  href: string;
  title: string;
  icon: IconName;
  /** The letter that leads to it after "g". */
  key?: string;
  current: boolean;
}

/** Everything around a screen. */
export interface FrameView {
  /** The path of the console. */
  base: string;
  look: Look;
  /** The address of the screen, to come back to. */
  here: string;
  operator: { name: string; email: string };
  program: { name: string; test: boolean };
  /** The programs that the operator may see, with the addresses of their overviews. */
  programs: readonly { name: string; href: string; current: boolean }[];
  /** The address of the search; absent: the operator may not search. */
  search?: string;
  asked?: string;
  /** The form's token for signing out; absent: nobody signed in. */
  sign_out_token?: string;
  screens: readonly NavigationEntry[];
}

interface ScreenProps {
  frame: FrameView;
  title: string;
  /** Under the title. */
  about?: ComponentChildren;
  /** At the end of the head. */
  beside?: ComponentChildren;
  children: ComponentChildren;
}

/** A screen in its frame: the list of screens at the side, the bar, the head and the body of the screen. */
export function Screen({ frame, title, about, beside, children }: ScreenProps) {
  return (
    <ConsoleDocument base={frame.base} look={frame.look} title={title}>
      <a class="skip" href="#content">
        Skip to the screen
      </a>
      <div class="shell">
        <Side frame={frame} />
        <div class="page">
          <Bar frame={frame} />
          <main id="content">
            <header class="head">
              <div>
                <h1>{title}</h1>
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

/** On a phone it is called by a button; otherwise it stands at the side. */
function Side({ frame }: { frame: FrameView }) {
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
              <span>{program.test ? 'Test program' : 'Program'}</span>
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
      <nav class="side-list" aria-label="Screens">
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

function OperatorMenu({ frame: { base, sign_out_token } }: { frame: FrameView }) {
  return (
    <>
      <a href={`${base}/account`}>
        <Icon name="person" />
        Your account
      </a>
      {sign_out_token && (
        <form method="post" action={`${base}/sign-out`}>
          <input type="hidden" name="token" value={sign_out_token} />
          <button type="submit">
            <Icon name="out" />
            Sign out
          </button>
        </form>
      )}
    </>
  );
}

function Bar({ frame }: { frame: FrameView }) {
  const { base, look, here, search, asked, program } = frame;
  return (
    <header class="bar">
      <button type="button" class="button bare square call-side" popovertarget="side" aria-label="Screens">
        <Icon name="menu" />
      </button>
      {search && (
        <search class="find">
          <form action={search} method="get">
            <label class="unseen" for="search">
              Search customers
            </label>
            <Icon name="search" />
            <input
              id="search"
              type="search"
              name="q"
              value={asked}
              placeholder="Name, email, id, order, code"
              maxLength={200}
            />
            <span class="kbd scripted" aria-hidden="true">
              /
            </span>
          </form>
        </search>
      )}
      <div class="bar-end">
        {program.test && <Badge mood="warn">Test program</Badge>}
        <button type="button" class="button bare square" popovertarget="keys" aria-label="Keys" title="Keys">
          <Icon name="keyboard" />
        </button>
        <LookMenu base={base} look={look} here={here} />
      </div>
    </header>
  );
}

const LOOK_WORDS: Record<Look, [words: string, icon: IconName]> = {
  auto: ['As the system is', 'keyboard'],
  light: ['Light', 'sun'],
  dark: ['Dark', 'moon'],
};

export function LookMenu({ base, look, here }: Pick<FrameView, 'base' | 'look' | 'here'>) {
  return (
    <Menu
      label="Light or dark"
      button="button bare square"
      shut={<Icon name={look === 'dark' ? 'moon' : 'sun'} />}
    >
      <form method="post" action={`${base}/look`}>
        <input type="hidden" name="back" value={here} />
        {LOOKS.map((one) => (
          <button type="submit" name="look" value={one} aria-pressed={one === look}>
            {LOOK_WORDS[one][0]}
          </button>
        ))}
      </form>
    </Menu>
  );
}

function Keys({ screens, searches }: { screens: readonly NavigationEntry[]; searches: boolean }) {
  return (
    <Dialog id="keys" title="Keys">
      <dl class="keys">
        {searches && <Key words="Search" keys={['/']} />}
        {screens.map(({ title, key }) => key && <Key words={`Go to ${title}`} keys={['g', key]} />)}
        <Key words="Read a plot, period by period" keys={['←', '→']} />
        <Key words="This list" keys={['?']} />
      </dl>
      <div class="row">
        <Button closes="keys">Close</Button>
      </div>
    </Dialog>
  );
}

function Key({ words, keys }: { words: string; keys: readonly string[] }) {
  return (
    <>
      <dt>{words}</dt>
      <dd>
        {keys.map((key) => (
          <kbd>{key}</kbd>
        ))}
      </dd>
    </>
  );
}

function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? '·';
}
