import type { ComponentChildren } from 'preact';
import type { Scope } from '../../../domain/programs/scopes.ts';
import { Choice, Choices } from '../design/choice.tsx';
import { useWording } from '../language/use-wording.ts';

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
  const { say } = useWording();
  return (
    <Choices legend={legend} help={help} {...(wrong && { wrong })}>
      {offered.map((scope) => (
        <Choice name={scope} checked={chosen.includes(scope)}>
          {say(`scope_${scope}`)} <code class="muted small">{scope}</code>
        </Choice>
      ))}
    </Choices>
  );
}
