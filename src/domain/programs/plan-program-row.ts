import { isDeepStrictEqual } from 'node:util';
import type { ProgramRow } from './definition-store.ts';
import { asStored } from './plan-entries.ts';
import { pointsExpirySince } from './points-expiry-terms.ts';
import type { ProgramDefinition } from './program-definition.ts';
import type { ProgramSettings } from './program-settings.ts';

/** Whether the program's own properties, without its entries, already equal those of the definition. Pure. */
export function isSameProgram(program: ProgramRow, definition: ProgramDefinition): boolean {
  return (
    program.name === definition.name &&
    program.currency === definition.currency &&
    program.test === definition.test &&
    isDeepStrictEqual(program.settings, asStored(definition.settings))
  );
}

/** The moment since which points expiry is on after the definition is applied at `now`; null: no expiry. Pure. */
export function expirySince(program: ProgramRow, definition: ProgramDefinition, now: number): number | null {
  const settings = program.settings as ProgramSettings;
  return pointsExpirySince({ ...program, settings }, definition.settings.points_expiry, now);
}
