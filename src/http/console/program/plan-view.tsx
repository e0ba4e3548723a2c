import { isListedEffect, type PlanEffect } from '../../../domain/plans/effect.ts';
import type { ProgramPlan } from '../../../domain/plans/program-plan.ts';
import { fieldsOfPlan } from '../../../program-file/compare-files.ts';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Icon } from '../design/icon.tsx';
import { Moment } from '../design/moment.tsx';
import { useWording } from '../language/use-wording.ts';
import { withQuery } from '../place.ts';
import { ChangeList } from './change-list.tsx';
import { effectText } from './effect-words.ts';

interface PlanProps {
  plan: ProgramPlan;
  zone: string;
  /** The address of the customers of an effect; absent: the operator may not read customers. */
  who?: string | undefined;
}

/** The effects of a change: on the program, on people and on supplies. */
export function PlanView({ plan, zone, who }: PlanProps) {
  const wording = useWording();
  const { say } = wording;
  const { changes, unchanged, effects, as_of } = plan;
  if (changes.length === 0) {
    return (
      <Card>
        <EmptyState icon="check" title={say('plan_nothing')}>
          {say('plan_nothing_about')}
        </EmptyState>
      </Card>
    );
  }
  return (
    <div class="grid">
      <Card title={say('plan_effects')} id="effects">
        {effects.length === 0 ? (
          <p class="muted">{say('plan_no_effects')}</p>
        ) : (
          <ul class="effects">
            {effects.map((effect) => (
              <li>
                <Icon name={effect.customers === undefined ? 'info' : 'people'} />
                <p>
                  {effectText(wording, plan, effect, zone)} <Who effect={effect} who={who} />
                </p>
              </li>
            ))}
          </ul>
        )}
        <p class="muted small">
          <Moment at={as_of} zone={zone} /> · {say('plan_counted')}
        </p>
      </Card>
      <Card title={say('plan_changes')} id="changes">
        <ChangeList changes={fieldsOfPlan(plan)} />
        {unchanged > 0 && <p class="muted small">{say('plan_unchanged', { count: unchanged })}</p>}
      </Card>
    </div>
  );
}

function Who({ effect: { name, kind, customers }, who }: { effect: PlanEffect; who: string | undefined }) {
  const { say } = useWording();
  if (who === undefined || customers === 0 || !isListedEffect(kind)) return null;
  return <a href={withQuery(who, { effect: name })}>{say('plan_who')}</a>;
}
