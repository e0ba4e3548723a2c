import type { ComponentChildren } from 'preact';
import type { Scope } from '../../../domain/programs/scopes.ts';
import { Choice, Choices } from '../design/choice.tsx';
import { ScopeName } from './scope-name.tsx';

interface ScopeChoicesProps {
  legend: string;
  help: string;
  /** The scopes that the operator may give. */
  offered: readonly Scope[];
  chosen: readonly Scope[];
  wrong: ComponentChildren;
}

/** The scopes to choose for a key or an app. */
export function ScopeChoices({ legend, help, offered, chosen, wrong }: ScopeChoicesProps) {
  return (
    <Choices legend={legend} help={help} {...(wrong && { wrong })}>
      {offered.map((scope) => (
        <Choice name={scope} checked={chosen.includes(scope)}>
          <ScopeName scope={scope} />
        </Choice>
      ))}
    </Choices>
  );
}
