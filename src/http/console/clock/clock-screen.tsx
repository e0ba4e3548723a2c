import { durationMs } from '../../../domain/core/durations.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Sentence } from '../design/sentence.tsx';
import { Stats } from '../design/stat.tsx';
import { Table } from '../design/table.tsx';

/** The steps forward, as durations. */
export const STEPS = ['1h', '24h', '7d', '30d', '90d', '365d'] as const;

interface ClockProps {
  frame: FrameView;
  program: Program;
  place: string;
  token: string;
  /** Moments in ms; `target`: the moment to which the clock is being turned. */
  clock: { now: number; real: number; target: number };
  is_turning: boolean;
  /** The number of customers with work that is due within each step. */
  due: readonly number[];
}

/** The time of a test program's clock, and the steps forward. */
export function ClockScreen({ frame, program, place, token, clock, is_turning, due }: ClockProps) {
  const { say, count } = frame.wording;
  const zone = program.sites[0]!.time_zone;
  const about = say('clock_about');
  if (!program.test) {
    return (
      <Screen frame={frame} title={say('screen_clock')} narrow about={about}>
        <Card>
          <EmptyState icon="clock" title={say('clock_real')}>
            {say('clock_real_about')}
          </EmptyState>
        </Card>
      </Screen>
    );
  }
  const hours = Math.round((clock.now - clock.real) / 3_600_000);
  const ahead =
    hours < 48
      ? say('clock_hours_ahead', { count: hours })
      : say('clock_days_ahead', { count: Math.round(hours / 24) });
  return (
    <Screen frame={frame} title={say('screen_clock')} narrow about={`${about} · ${zone}`}>
      <Stats
        stats={[
          {
            name: say('clock_its'),
            figure: <Moment at={clock.now} zone={zone} />,
            aside: hours === 0 ? say('clock_is_real') : ahead,
          },
        ]}
      />
      {is_turning ? (
        <Card
          title={
            <Sentence at={clock.target} zone={zone}>
              {(moment) => say('clock_going', { moment })}
            </Sentence>
          }
          id="turning"
        >
          <div class="stack tight" data-live={`${place}/clock/progress`}>
            <progress aria-labelledby="turning" />
            <p class="muted" data-live-text>
              {say('clock_going_about')}
            </p>
          </div>
          <noscript>
            <meta http-equiv="refresh" content="3" />
          </noscript>
        </Card>
      ) : (
        <Card title={say('clock_turn')} id="forward">
          <form class="row filters" method="post" action={`${place}/clock`}>
            <FormToken token={token} />
            <Field
              name="by"
              label={say('clock_by')}
              value="24h"
              options={STEPS.map((step) => [step, say(`clock_step_${step}`)] as const)}
            />
            <Button kind="main" icon="forward">
              {say('clock_turn')}
            </Button>
          </form>
          <p class="muted small">{say('clock_never_back')}</p>
        </Card>
      )}
      <Card title={say('clock_due')} id="due" flush>
        <Table
          caption={say('clock_due_caption')}
          columns={[
            { name: say('clock_within') },
            { name: say('clock_until') },
            { name: say('screen_customers'), number: true },
          ]}
          rows={STEPS.map((step, at) => [
            say(`clock_step_${step}`),
            <Moment at={clock.now + durationMs(step)} zone={zone} />,
            count(due[at]!),
          ])}
        />
      </Card>
    </Screen>
  );
}
