import type { TimelinePage } from '../../../domain/listings/customer-timeline.ts';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Tabs } from '../design/tabs.tsx';
import { Timeline } from '../design/timeline.tsx';
import { withQuery } from '../place.ts';
import { SHOWN_WORDS, type Shown, type TimelineQuestion, timelineQuery } from './timeline-question.ts';
import { type TimelineView, timelineEntry } from './timeline-words.tsx';

interface TimelineProps {
  view: TimelineView;
  timeline: TimelinePage;
  shown: TimelineQuestion;
}

/** Everything that happened to a customer, newest first, each with why. */
export function TimelineCard({ view, timeline: { items, more }, shown }: TimelineProps) {
  const { home } = view;
  const address = (question: TimelineQuestion) => withQuery(home, timelineQuery(question));
  const last = items.at(-1);
  return (
    <Card title="Timeline" id="timeline">
      <Tabs
        label="Shown"
        look="segments"
        tabs={Object.entries(SHOWN_WORDS).map(([show, name]) => ({
          name,
          href: address({ show: show as Shown, before: null }),
          current: show === shown.show,
        }))}
      />
      {items.length === 0 ? (
        <EmptyState icon="clock" title="Nothing yet">
          Orders, rewards and everything else that happens to the customer will stand here, with why.
        </EmptyState>
      ) : (
        <Timeline entries={items.map((item) => timelineEntry(view, item))} />
      )}
      {(shown.before || more) && (
        <nav class="row" aria-label="Pages">
          {shown.before && <ButtonLink href={address({ ...shown, before: null })}>To the newest</ButtonLink>}
          {more && last && <ButtonLink href={address({ ...shown, before: last })}>Earlier</ButtonLink>}
        </nav>
      )}
    </Card>
  );
}
