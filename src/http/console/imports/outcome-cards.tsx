import type { ComponentChildren } from 'preact';
import type { Refusal, RowCounts } from '../../../domain/imports/record-store.ts';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { countText } from '../design/numbers.ts';
import { Stats } from '../design/stat.tsx';
import { Table } from '../design/table.tsx';

/** The result of a trial or of an import. */
export interface Outcome extends RowCounts {
  /** The number of rows in the file. */
  rows: number;
  refusals: readonly Refusal[];
  examples: readonly string[];
}

interface OutcomeProps {
  title: string;
  outcome: Outcome;
  /** The address of the csv of refused rows. */
  refused: string;
  /** So many rows the csv has; absent: all that are refused. */
  refused_kept?: number;
  /** The thing to do next. */
  next?: ComponentChildren;
}

const SHOWN = 100;

export function OutcomeCards({ title, outcome, refused, refused_kept, next }: OutcomeProps) {
  const { created, changed, unchanged, points, pending, spent, examples, refusals } = outcome;
  const more = [
    pending > 0 && `${countText(pending)} pending`,
    spent > 0 && `${countText(spent)} spent before`,
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      <Card title={title} id="outcome">
        <Stats
          stats={[
            { name: 'New customers', figure: countText(created) },
            { name: 'Changed', figure: countText(changed), aside: `${countText(unchanged)} unchanged` },
            { name: 'Refused rows', figure: countText(outcome.refused) },
            { name: 'Points added', figure: countText(points), ...(more !== '' && { aside: more }) },
          ]}
        />
        {examples.length > 0 && (
          <div>
            <p class="muted">For example</p>
            <ul class="small">
              {examples.map((text) => (
                <li>{text}</li>
              ))}
            </ul>
          </div>
        )}
        {next}
      </Card>
      {refusals.length > 0 && (
        <Card
          title="Refused rows"
          id="refused"
          flush
          beside={
            <ButtonLink href={refused} kind="bare" low icon="download">
              csv to mend
            </ButtonLink>
          }
        >
          <Table
            caption="Refused rows"
            columns={[{ name: 'Line' }, { name: 'Why' }]}
            rows={refusals.slice(0, SHOWN).map(({ line, reason }) => [countText(line), reason])}
          />
        </Card>
      )}
      {outcome.refused > SHOWN && refusals.length > 0 && (
        <p class="muted small">
          {refused_kept === undefined || refused_kept >= outcome.refused
            ? `The csv has more of them than the ${SHOWN} that are shown.`
            : `The csv has the first ${countText(refused_kept)} of them.`}
        </p>
      )}
    </>
  );
}
