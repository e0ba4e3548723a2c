import type { Scope } from '../../../domain/programs/scopes.ts';
import { useWording } from '../language/use-wording.ts';

/** A scope in words, with its name in the API. */
export function ScopeName({ scope }: { scope: Scope }) {
  const { say } = useWording();
  return (
    <>
      {say(`scope_${scope}`)} <code class="muted small">{scope}</code>
    </>
  );
}
