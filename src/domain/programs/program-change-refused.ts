import type { EntryKind } from '../../db/program-tables.ts';

/** One change that is impossible for an existing program. */
export interface ChangeRefusal {
  /** null: the program itself. */
  entry: { kind: EntryKind; key: string } | null;
  /** The property of the program or entry that would change. */
  property: string;
  message: string;
}

/** A definition was refused, with all reasons at once. None of its changes was applied. */
export class ProgramChangeRefused extends Error {
  constructor(readonly refusals: readonly ChangeRefusal[]) {
    super(
      refusals
        .map(
          ({ entry, property, message }) =>
            `${entry ? `${entry.kind} ${entry.key}: ` : ''}${property} ${message}`,
        )
        .join('\n'),
    );
    this.name = 'ProgramChangeRefused';
  }
}
