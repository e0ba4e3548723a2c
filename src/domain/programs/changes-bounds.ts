import { isDeepStrictEqual } from 'node:util';
import type { ProgramRow } from './definition-store.ts';
import { asStored, type PlannedEntry } from './plan-entries.ts';
import type { ProgramDefinition } from './program-definition.ts';
import type { ProgramSettings, TierDefinition } from './program-settings.ts';

/**
 * Whether the same facts may give another tier than before, because the bounds, the measure or the window differ. Pure.
 */
export function changesBounds(
  { settings }: Pick<ProgramRow, 'settings'>,
  definition: ProgramDefinition,
  plan: readonly PlannedEntry[],
): boolean {
  const before = settings as ProgramSettings;
  const after = definition.settings;
  return (
    before.tier_boundary_mode !== after.tier_boundary_mode ||
    !isDeepStrictEqual(before.tier_membership, asStored(after.tier_membership)) ||
    plan.some(
      ({ kind, enabled, definition, held }) =>
        kind === 'tier' && enabled && (!held?.enabled || boundOf(held.definition) !== boundOf(definition)),
    )
  );
}

function boundOf(definition: object): number | null {
  return (definition as TierDefinition).lower_bound;
}
