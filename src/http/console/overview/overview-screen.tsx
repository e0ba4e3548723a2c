import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Plot } from '../design/plot.tsx';
import { type Rank, Ranks } from '../design/ranks.tsx';
import { Sentence } from '../design/sentence.tsx';
import { Stats } from '../design/stat.tsx';
import { useWording } from '../language/use-wording.ts';
import { withQuery } from '../place.ts';
import { spanQuery } from '../span.ts';
import { SpanForm, SpanMistake } from '../span-form.tsx';
import { Attention } from './attention.tsx';
import { overviewPlots, overviewStats, tierRanks, topOf } from './overview-view.ts';
import type { Overview } from './read-overview.ts';

interface OverviewProps {
  frame: FrameView;
  overview: Overview;
  /** The address of the program's screens. */
  place: string;
}

/** The program's figures in a span, compared with the span before. */
export function OverviewScreen({ frame, overview, place }: OverviewProps) {
  const { span, zone, counted_at, mark } = overview;
  const { wording } = frame;
  const { say } = wording;
  const plots = overviewPlots(overview, wording);
  const report = (name: string) => withQuery(`${place}/reports/${name}`, spanQuery(span));
  const parts = (name: string) => <More report={report(name)} csv={csvOf(report(name))} />;
  return (
    <Screen
      frame={frame}
      title={say('screen_overview')}
      about={say('overview_about', {
        span: wording.span(span.from, span.to),
        before: wording.span(span.before.from, span.before.to),
        zone,
      })}
      {...(mark !== null && { live: { events: `${place}/overview/events`, mark } })}
      beside={<SpanForm path={`${place}/overview`} span={span} />}
    >
      <SpanMistake span={span} />
      <Attention
        program={overview.program}
        attention={overview.attention}
        {...{ place, screens: frame.screens }}
      />
      <Stats stats={overviewStats(overview, wording)} />
      <Card title={say('overview_in_out')} id="points" beside={parts('points')}>
        <Plot {...plots.points} />
      </Card>
      <div class="grid">
        <Card title={say('overview_outstanding')} id="outstanding" beside={parts('liability')}>
          <Plot {...plots.outstanding} />
        </Card>
        <Card title={say('overview_members')} id="members" beside={parts('members')}>
          <Plot {...plots.members} />
        </Card>
      </div>
      <div class="grid three">
        <Card title={say('overview_tiers')} id="tiers" beside={parts('tiers')}>
          <Ranking ranks={tierRanks(overview, wording)} />
        </Card>
        <Card title={say('overview_rules')} id="rules" beside={parts('rules')}>
          <Ranking ranks={topOf(overview, wording, 'rule', overview.rules, 'earned')} />
        </Card>
        <Card title={say('overview_rewards')} id="rewards" beside={parts('rewards')}>
          <Ranking ranks={topOf(overview, wording, 'reward', overview.rewards, 'redeemed')} />
        </Card>
      </div>
      <Card title={say('overview_referrals')} id="referrals" beside={parts('referrals')}>
        <Plot {...plots.referrals} low />
      </Card>
      <p class="muted small">
        {counted_at === null ? (
          say('overview_not_counted')
        ) : (
          <Sentence at={counted_at} zone={zone}>
            {(moment) => say('overview_counted', { moment, zone })}
          </Sentence>
        )}
      </p>
    </Screen>
  );
}

/** The address of a report's csv: the same query with another ending. */
export function csvOf(report: string): string {
  const [path, query] = report.split('?');
  return `${path}.csv${query ? `?${query}` : ''}`;
}

function More({ report, csv }: { report: string; csv: string }) {
  const { say } = useWording();
  return (
    <span class="row">
      <ButtonLink href={csv} kind="bare" low icon="download">
        {say('csv')}
      </ButtonLink>
      <ButtonLink href={report} kind="bare" low>
        {say('report')}
      </ButtonLink>
    </span>
  );
}

function Ranking({ ranks }: { ranks: readonly Rank[] }) {
  const { say } = useWording();
  if (ranks.length > 0) return <Ranks ranks={ranks} />;
  return (
    <EmptyState icon="bars" title={say('overview_nothing')}>
      {say('overview_nothing_about')}
    </EmptyState>
  );
}
