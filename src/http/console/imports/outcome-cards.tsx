import type { ComponentChildren } from 'preact';
import type { Refusal, RowCounts } from '../../../domain/imports/record-store.ts';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { DomainSentence } from '../design/domain-sentence.tsx';
import { English } from '../design/english.tsx';
import { Stats } from '../design/stat.tsx';
import { Table } from '../design/table.tsx';
import { useWording } from '../language/use-wording.ts';

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
  /** The number of rows in the csv; absent: it has all refused rows. */
  refused_kept?: number;
  /** The next action. */
  next?: ComponentChildren;
}

const SHOWN = 100;

export function OutcomeCards({ title, outcome, refused, refused_kept, next }: OutcomeProps) {
  const { say, count } = useWording();
  const { created, changed, unchanged, points, pending, spent, examples, refusals } = outcome;
  const more = [
    pending > 0 && say('outcome_pending', { count: count(pending) }),
    spent > 0 && say('outcome_spent', { count: count(spent) }),
  ]
    .filter((text) => text !== false)
    .reduce((before, next) => (before === '' ? next : say('joined_by_comma', { before, next })), '');
  return (
    <>
      <Card title={title} id="outcome">
        <Stats
          stats={[
            { name: say('outcome_new'), figure: count(created) },
            {
              name: say('imports_changed'),
              figure: count(changed),
              aside: say('outcome_unchanged', { count: count(unchanged) }),
            },
            { name: say('outcome_refused'), figure: count(outcome.refused) },
            { name: say('outcome_points'), figure: count(points), ...(more !== '' && { aside: more }) },
          ]}
        />
        {examples.length > 0 && (
          <div>
            <p class="muted">{say('outcome_example')}</p>
            <ul class="small">
              {examples.map((text) => (
                <li>
                  <English>{text}</English>
                </li>
              ))}
            </ul>
          </div>
        )}
        {next}
      </Card>
      {refusals.length > 0 && (
        <Card
          title={say('outcome_refused')}
          id="refused"
          flush
          beside={
            <ButtonLink href={refused} kind="bare" low icon="download">
              {say('outcome_csv')}
            </ButtonLink>
          }
        >
          <Table
            caption={say('outcome_refused')}
            columns={[{ name: say('codes_line') }, { name: say('codes_why') }]}
            rows={refusals
              .slice(0, SHOWN)
              .map(({ line, reason }) => [count(line), <DomainSentence>{reason}</DomainSentence>])}
          />
        </Card>
      )}
      {outcome.refused > SHOWN && refusals.length > 0 && (
        <p class="muted small">
          {refused_kept === undefined || refused_kept >= outcome.refused
            ? say('outcome_more', { count: count(SHOWN) })
            : say('outcome_first', { count: count(refused_kept) })}
        </p>
      )}
    </>
  );
}
