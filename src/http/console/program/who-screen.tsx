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
  /** The address of the next page; absent: these are the last. */
  next?: string | undefined;
  back: string;
}

/** The customers whom an effect of a plan concerns. */
export function WhoScreen({ frame, place, sentence, merchant_ids, next, back }: WhoProps) {
  return (
    <Screen
      frame={frame}
      title="Who it concerns"
      about={sentence}
      beside={<ButtonLink href={back}>To the plan</ButtonLink>}
    >
      <Card>
        {merchant_ids.length === 0 ? (
          <EmptyState icon="people" title="Nobody any more">
            Something changed since the plan was made.
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
          <ButtonLink href={next}>More</ButtonLink>
        </p>
      )}
    </Screen>
  );
}
