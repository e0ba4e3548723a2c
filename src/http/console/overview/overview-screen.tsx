import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import { momentText, spanText } from '../design/numbers.ts';
import { Plot } from '../design/plot.tsx';
import { type Rank, Ranks } from '../design/ranks.tsx';
import { Stats } from '../design/stat.tsx';
import { withQuery } from '../place.ts';
import { nameOf } from '../program-names.ts';
import { spanQuery } from '../span.ts';
import { SpanForm } from '../span-form.tsx';
import { overviewPlots, overviewStats, tierRanks, topOf } from './overview-view.ts';
import type { Overview } from './read-overview.ts';

interface OverviewProps {
  frame: FrameView;
  overview: Overview;
  /** The address of the program's screens. */
  place: string;
}

/** How the program does, in a span against the one before. */
export function OverviewScreen({ frame, overview, place }: OverviewProps) {
  const { span, zone, counted_at } = overview;
  const plots = overviewPlots(overview);
  const report = (name: string) => withQuery(`${place}/reports/${name}`, spanQuery(span));
  const parts = (name: string) => <More report={report(name)} csv={csvOf(report(name))} />;
  return (
    <Screen
      frame={frame}
      title="Overview"
      about={`${spanText(span.from, span.to)}, against ${spanText(span.before.from, span.before.to)} · ${zone}`}
      beside={<SpanForm path={`${place}/overview`} span={span} />}
    >
      {span.mistake && <Notice mood="bad">{span.mistake}</Notice>}
      <Attention overview={overview} place={place} screens={frame.screens} />
      <Stats stats={overviewStats(overview)} />
      <Card title="Points in and out" id="points" beside={parts('points')}>
        <Plot {...plots.points} />
      </Card>
      <div class="grid">
        <Card title="Points outstanding" id="outstanding" beside={parts('liability')}>
          <Plot {...plots.outstanding} />
        </Card>
        <Card title="Members" id="members" beside={parts('members')}>
          <Plot {...plots.members} />
        </Card>
      </div>
      <div class="grid three">
        <Card title="Members by tier" id="tiers" beside={parts('tiers')}>
          <Ranking ranks={tierRanks(overview)} />
        </Card>
        <Card title="Points by rule" id="rules" beside={parts('rules')}>
          <Ranking ranks={topOf(overview, 'rule', overview.rules, 'earned')} />
        </Card>
        <Card title="Points by reward" id="rewards" beside={parts('rewards')}>
          <Ranking ranks={topOf(overview, 'reward', overview.rewards, 'redeemed')} />
        </Card>
      </div>
      <Card title="Referrals" id="referrals" beside={parts('referrals')}>
        <Plot {...plots.referrals} low />
      </Card>
      <p class="muted small">
        {counted_at === null
          ? 'Nothing is counted yet.'
          : `Counted up to ${momentText(counted_at, zone)}, ${zone}. Each customer’s days are those of the home site.`}
      </p>
    </Screen>
  );
}

/** The address of a report's csv: the same query, another ending. */
export function csvOf(report: string): string {
  const [path, query] = report.split('?');
  return `${path}.csv${query ? `?${query}` : ''}`;
}

function More({ report, csv }: { report: string; csv: string }) {
  return (
    <span class="row">
      <ButtonLink href={csv} kind="bare" low icon="download">
        csv
      </ButtonLink>
      <ButtonLink href={report} kind="bare" low>
        Report
      </ButtonLink>
    </span>
  );
}

function Ranking({ ranks }: { ranks: readonly Rank[] }) {
  if (ranks.length > 0) return <Ranks ranks={ranks} />;
  return (
    <EmptyState icon="bars" title="Nothing yet">
      No points moved in these days. Choose a longer span.
    </EmptyState>
  );
}

interface AttentionProps {
  overview: Overview;
  /** The address of the program's screens. */
  place: string;
  screens: FrameView['screens'];
}

/** The things that an operator should look at, each with an action for whoever may take it. */
function Attention({ overview: { program, attention }, place, screens }: AttentionProps) {
  const { pools, webhooks } = attention;
  if (pools.length + webhooks.length === 0) return null;
  const opens = (room: string) => screens.some(({ href }) => href === `${place}/${room}`);
  return (
    <section class="stack tight" aria-label="Needs attention">
      {pools.map(({ reward, is_empty }) => (
        <Notice
          mood={is_empty ? 'bad' : 'warn'}
          beside={
            opens('codes') && (
              <ButtonLink href={`${place}/codes/${encodeURIComponent(reward)}`} low>
                Import codes
              </ButtonLink>
            )
          }
        >
          <strong>{nameOf(program, 'reward', reward)}</strong>{' '}
          {is_empty ? 'has no codes left: nobody can claim it.' : 'has fewer than 100 codes left.'}
        </Notice>
      ))}
      {webhooks.map(({ address, is_disabled }) => (
        <Notice
          mood={is_disabled ? 'bad' : 'warn'}
          beside={
            opens('developers') && (
              <ButtonLink href={`${place}/developers/webhooks`} low>
                Look at them
              </ButtonLink>
            )
          }
        >
          Webhooks to <strong>{address}</strong>{' '}
          {is_disabled
            ? 'are switched off, since they failed for too long.'
            : 'are failing. They are tried again.'}
        </Notice>
      ))}
    </section>
  );
}
