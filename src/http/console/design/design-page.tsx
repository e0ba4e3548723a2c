import type { ComponentChildren } from 'preact';
import { consoleWording } from '../language/wording.ts';
import type { Look } from '../look.ts';
import { Badge } from './badge.tsx';
import { Button, ButtonLink } from './button.tsx';
import { Card } from './card.tsx';
import {
  PLOT_OF_BARS,
  PLOT_OF_LINES,
  PLOT_OF_ONE,
  RANKS,
  SCREENS,
  STATS,
  TIMELINE,
} from './design-samples.ts';
import { Dialog } from './dialog.tsx';
import { EmptyState, Skeleton } from './empty-state.tsx';
import { Field } from './field.tsx';
import { Screen } from './frame.tsx';
import { Notice } from './notice.tsx';
import { Plot } from './plot.tsx';
import { Ranks } from './ranks.tsx';
import { Stats } from './stat.tsx';
import { Table } from './table.tsx';
import { Tabs } from './tabs.tsx';
import { Timeline } from './timeline.tsx';

/** Every component once, with invented figures. It shows nothing of a program. */
export function DesignPage({ base, look }: { base: string; look: Look }) {
  const here = `${base}/design`;
  const frame = {
    base,
    look,
    wording: consoleWording('en'),
    here,
    operator: { name: 'Robin Example', email: 'robin@shop.example' },
    program: { name: 'Example Store', test: false },
    programs: [{ name: 'Example Store', href: here, current: true }],
    search: here,
    screens: SCREENS.map((screen) => ({ ...screen, href: here })),
  };
  return (
    <Screen
      frame={frame}
      title="Design"
      back={{ href: here, words: 'The screen above' }}
      about="The parts of which every screen is made, in the theme that you chose."
      beside={<ButtonLink href={here}>Reload</ButtonLink>}
    >
      <Stats stats={STATS} />
      <Colours />
      <div class="grid">
        <Card title="Bars" id="bars" beside={<Csv />}>
          <Plot {...PLOT_OF_BARS} />
        </Card>
        <Card title="Lines" id="lines">
          <Plot {...PLOT_OF_LINES} />
        </Card>
      </div>
      <div class="grid">
        <Card title="One line" id="line">
          <Plot {...PLOT_OF_ONE} />
        </Card>
        <Card title="Ranks" id="ranks">
          <Ranks ranks={RANKS} />
        </Card>
      </div>
      <Controls here={here} />
      <Contents />
    </Screen>
  );
}

function Csv() {
  return (
    <ButtonLink href="#bars" kind="bare" low icon="download">
      csv
    </ButtonLink>
  );
}

function Colours() {
  return (
    <Card title="Moods" id="moods">
      <div class="row">
        <Badge>Guest</Badge>
        <Badge mood="accent">Gold</Badge>
        <Badge mood="good">Approved</Badge>
        <Badge mood="warn">Pending</Badge>
        <Badge mood="bad">Blocked</Badge>
      </div>
      <Notice
        mood="warn"
        beside={
          <ButtonLink href="#moods" low>
            Look
          </ButtonLink>
        }
      >
        A pool of codes has 12 left.
      </Notice>
      <Notice mood="good">The ledger adds up.</Notice>
      <Notice mood="good" toast>
        Approved 3 activities.
      </Notice>
    </Card>
  );
}

function Controls({ here }: { here: string }) {
  return (
    <div class="grid">
      <Card title="Buttons" id="buttons">
        <div class="row">
          <Button kind="main" type="button">
            Approve
          </Button>
          <Button type="button">Decline</Button>
          <Button kind="bare" type="button" icon="download">
            Export
          </Button>
          <Button kind="danger" type="button">
            Erase customer
          </Button>
          <Button type="button" disabled>
            Wait
          </Button>
        </div>
        <h3>Dialog</h3>
        <div class="row">
          <Button opens="sample">Erase …</Button>
        </div>
        <Dialog id="sample" title="Erase Ada Example?">
          <p>Name, email and notes are erased. The ledger keeps 1,240 points without a name.</p>
          <div class="row">
            <Button closes="sample">Keep</Button>
            <Button kind="danger" type="button">
              Erase Ada Example
            </Button>
          </div>
        </Dialog>
        <h3>Tabs</h3>
        <Tabs
          label="Parts of a customer"
          tabs={['Timeline', 'Points', 'Rewards'].map((name, at) => ({
            name,
            href: here,
            current: at === 0,
          }))}
        />
        <div>
          <Tabs
            label="Span"
            look="segments"
            tabs={['7 days', '30 days', '90 days'].map((name, at) => ({
              name,
              href: here,
              current: at === 1,
            }))}
          />
        </div>
      </Card>
      <Card title="Fields" id="fields">
        <form class="stack" action={here}>
          <Field
            name="sample-email"
            label="Email"
            type="email"
            help="Where the invitation goes."
            autocomplete="off"
          />
          <Field
            name="sample-points"
            label="Points"
            value="-5"
            inputmode="numeric"
            wrong="Give a number above zero."
          />
          <Field
            name="sample-reason"
            label="Reason"
            value="goodwill"
            options={[
              ['goodwill', 'Goodwill'],
              ['correction', 'Correction'],
            ]}
          />
        </form>
      </Card>
    </div>
  );
}

function Contents() {
  return (
    <>
      <Card title="Table" id="table" flush>
        <Table
          caption="Rewards by points"
          columns={[
            { name: 'Reward' },
            { name: 'State' },
            { name: 'Redemptions', number: true },
            { name: 'Points', number: true },
          ]}
          rows={[
            ['Free delivery', <Badge mood="good">On</Badge>, '1,204', '120,400'],
            ['$5 off', <Badge mood="good">On</Badge>, '318', '159,000'],
            ['Mug', <Badge>Off</Badge>, '0', null],
          ]}
          sum={['All', '', '1,522', '279,400']}
        />
      </Card>
      <div class="grid">
        <Card title="Timeline" id="timeline">
          <Timeline entries={TIMELINE} />
        </Card>
        <Part title="Empty and loading">
          <EmptyState
            icon="people"
            title="No customers yet"
            action={<ButtonLink href="#table">Import customers</ButtonLink>}
          >
            Customers appear with their first order, or when you import them.
          </EmptyState>
          <Skeleton lines={4} />
        </Part>
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <Card title={title} id="part">
      {children}
    </Card>
  );
}
