import type { Program } from '../../../domain/programs/configuration.ts';
import { nameOf } from '../program-names.ts';

/** The name of a tier as customers read it; of one that is gone, its id. */
export function tierName(program: Program, tierId: number): string {
  return nameOf(program, 'tier', program.tier(tierId)?.key ?? String(tierId));
}
