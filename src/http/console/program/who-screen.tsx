import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { withQuery } from '../place.ts';

interface WhoProps {
  frame: FrameView;
  /** The path of the program's screens. */
  place: string;
  sentence: string;
  merchant_ids: readonly string[];
  /** The address of the next page; absent: this is the last page. */
  next?: string | undefined;
  back: string;
}

/** The customers of an effect of a plan. */
export function WhoScreen({ frame, place, sentence, merchant_ids, next, back }: WhoProps) {
  const { say } = frame.wording;
  return (
    <Screen
      frame={frame}
      title={say('who_title')}
      back={{ href: back, words: say('who_to_plan') }}
      about={sentence}
    >
      <Card>
        {merchant_ids.length === 0 ? (
          <EmptyState icon="people" title={say('who_nobody')}>
            {say('who_nobody_about')}
          </EmptyState>
        ) : (
          <ul class="who-list">
            {merchant_ids.map((id) => (
              <li>
                <a href={withQuery(`${place}/customers`, { q: id })}>{id}</a>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {next && (
        <p>
          <ButtonLink href={next}>{say('who_more')}</ButtonLink>
        </p>
      )}
    </Screen>
  );
}
