import type { Scope } from '../../../domain/programs/scopes.ts';
import { Choice, Choices } from '../design/choice.tsx';
import { SCOPE_WORDS } from './scope-words.ts';

interface ScopeChoicesProps {
  legend: string;
  help: string;
  /** The scopes that the operator may give. */
  offered: readonly Scope[];
  chosen: readonly Scope[];
  wrong: string | undefined;
}

/** The scopes to choose for a key or an app. */
export function ScopeChoices({ legend, help, offered, chosen, wrong }: ScopeChoicesProps) {
  return (
    <Choices legend={legend} help={help} {...(wrong && { wrong })}>
      {offered.map((scope) => (
        <Choice name={scope} checked={chosen.includes(scope)}>
          {SCOPE_WORDS[scope]} <code class="muted small">{scope}</code>
        </Choice>
      ))}
    </Choices>
  );
}
