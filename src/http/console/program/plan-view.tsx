import { isListedEffect, type PlanEffect } from '../../../domain/plans/effect.ts';
import type { ProgramPlan } from '../../../domain/plans/program-plan.ts';
import { fieldsOfPlan } from '../../../program-file/compare-files.ts';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Icon } from '../design/icon.tsx';
import { Moment } from '../design/moment.tsx';
import { withQuery } from '../place.ts';
import { ChangeList } from './change-list.tsx';

interface PlanProps {
  plan: ProgramPlan;
  zone: string;
  /** The address of the customers of an effect; absent: the operator reads none. */
  who?: string | undefined;
}

/** The effects of a change: on the program, on people and on supplies. */
export function PlanView({ plan, zone, who }: PlanProps) {
  const { changes, unchanged, effects, as_of } = plan;
  if (changes.length === 0) {
    return (
      <Card>
        <EmptyState icon="check" title="It changes nothing">
          The program is this already.
        </EmptyState>
      </Card>
    );
  }
  return (
    <div class="grid">
      <Card title="What follows for customers and supplies" id="effects">
        {effects.length === 0 ? (
          <p class="muted">Nothing for anybody who is here today. It counts from now on.</p>
        ) : (
          <ul class="effects">
            {effects.map((effect) => (
              <li>
                <Icon name={effect.customers === undefined ? 'info' : 'people'} />
                <p>
                  {effect.sentence} <Who effect={effect} who={who} />
                </p>
              </li>
            ))}
          </ul>
        )}
        <p class="muted small">
          Counted at <Moment at={as_of} zone={zone} />; what customers do meanwhile may move it.
        </p>
      </Card>
      <Card title="What changes in the program" id="changes">
        <ChangeList changes={fieldsOfPlan(plan)} />
        {unchanged > 0 && <p class="muted small">{unchanged} other entries stay as they are.</p>}
      </Card>
    </div>
  );
}

function Who({ effect: { name, kind, customers }, who }: { effect: PlanEffect; who: string | undefined }) {
  if (who === undefined || customers === 0 || !isListedEffect(kind)) return null;
  return <a href={withQuery(who, { effect: name })}>Who?</a>;
}
