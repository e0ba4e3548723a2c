import { durationMs } from '../../../domain/core/durations.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/alone.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { countText, momentText } from '../design/numbers.ts';
import { Stats } from '../design/stat.tsx';
import { Table } from '../design/table.tsx';

/** The steps forward, by the words of a duration. */
export const STEPS = [
  ['1h', 'An hour'],
  ['24h', 'A day'],
  ['7d', 'A week'],
  ['30d', '30 days'],
  ['90d', '90 days'],
  ['365d', 'A year'],
] as const;

interface ClockProps {
  frame: FrameView;
  program: Program;
  place: string;
  token: string;
  /** Moments in ms; `target`: the moment to which the clock is being turned. */
  clock: { now: number; real: number; target: number };
  is_turning: boolean;
  /** How many customers have something that falls due within each step. */
  due: readonly number[];
}

/** Where the clock of a test program stands, and the way forward. */
export function ClockScreen({ frame, program, place, token, clock, is_turning, due }: ClockProps) {
  const zone = program.sites[0]!.time_zone;
  const about = 'A year of approvals, expiries, tiers and birthdays, played in a moment.';
  if (!program.test) {
    return (
      <Screen frame={frame} title="Test clock" about={about}>
        <Card>
          <EmptyState icon="clock" title="This program keeps real time">
            A program whose file says <code>test: true</code> has a clock that can be turned forward.
          </EmptyState>
        </Card>
      </Screen>
    );
  }
  const hours = Math.round((clock.now - clock.real) / 3_600_000);
  const ahead = hours < 48 ? `${countText(hours)} hours` : `${countText(Math.round(hours / 24))} days`;
  return (
    <Screen frame={frame} title="Test clock" about={`${about} · ${zone}`}>
      <Stats
        stats={[
          {
            name: 'The program’s clock',
            figure: momentText(clock.now, zone),
            aside: hours === 0 ? 'real time' : `${ahead} ahead of real time`,
          },
        ]}
      />
      {is_turning ? (
        <Card title={`Going on to ${momentText(clock.target, zone)}`} id="turning">
          <div class="stack tight" data-live={`${place}/clock/progress`}>
            <progress aria-labelledby="turning" />
            <p class="muted" data-live-text>
              Everything that falls due on the way is done, in order.
            </p>
          </div>
          <noscript>
            <meta http-equiv="refresh" content="3" />
          </noscript>
        </Card>
      ) : (
        <Card title="Turn it forward" id="forward">
          <form class="row filters" method="post" action={`${place}/clock`}>
            <FormToken token={token} />
            <Field name="by" label="By" value="24h" options={STEPS} />
            <Button kind="main" icon="forward">
              Turn it forward
            </Button>
          </form>
          <p class="muted small">It never goes back. Webhooks are sent as in real time.</p>
        </Card>
      )}
      <Card
        title="What falls due"
        id="due"
        flush
        beside={
          <ButtonLink href={`${place}/customers`} kind="bare" low>
            Customers
          </ButtonLink>
        }
      >
        <Table
          caption="Customers with something that falls due"
          columns={[{ name: 'Within' }, { name: 'Until' }, { name: 'Customers', number: true }]}
          rows={STEPS.map(([step, words], at) => [
            words,
            momentText(clock.now + durationMs(step), zone),
            countText(due[at]!),
          ])}
        />
      </Card>
    </Screen>
  );
}
