import type { ComponentChildren } from 'preact';

/** A name and its value. undefined: the fact is left out. */
export type Fact = readonly [name: string, value: ComponentChildren] | undefined;

/** Facts about one thing, each with its name. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(
        (fact) =>
          fact && (
            <>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </>
          ),
      )}
    </dl>
  );
}
