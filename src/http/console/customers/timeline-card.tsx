import type { TimelinePage } from '../../../domain/listings/customer-timeline.ts';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Tabs } from '../design/tabs.tsx';
import { Timeline } from '../design/timeline.tsx';
import { useWording } from '../language/use-wording.ts';
import { withQuery } from '../place.ts';
import { SHOWN, type TimelineQuestion, timelineQuery } from './timeline-question.ts';
import { type TimelineView, timelineEntry } from './timeline-words.tsx';

interface TimelineProps {
  view: TimelineView;
  timeline: TimelinePage;
  shown: TimelineQuestion;
}

/** Everything that happened to a customer, newest first, with the reasons. */
export function TimelineCard({ view, timeline: { items, more }, shown }: TimelineProps) {
  const { say } = useWording();
  const { home } = view;
  const address = (question: TimelineQuestion) => withQuery(home, timelineQuery(question));
  const last = items.at(-1);
  return (
    <Card title={say('timeline')} id="timeline">
      <Tabs
        label={say('timeline_shown')}
        look="segments"
        tabs={SHOWN.map((show) => ({
          name: say(`timeline_${show}`),
          href: address({ show, before: null }),
          current: show === shown.show,
        }))}
      />
      {items.length === 0 ? (
        <EmptyState icon="clock" title={say('timeline_nothing')}>
          {say('timeline_nothing_about')}
        </EmptyState>
      ) : (
        <Timeline entries={items.map((item) => timelineEntry(view, item))} />
      )}
      {(shown.before || more) && (
        <nav class="row" aria-label={say('pages')}>
          {shown.before && (
            <ButtonLink href={address({ ...shown, before: null })}>{say('timeline_newest')}</ButtonLink>
          )}
          {more && last && (
            <ButtonLink href={address({ ...shown, before: last })}>{say('timeline_earlier')}</ButtonLink>
          )}
        </nav>
      )}
    </Card>
  );
}
