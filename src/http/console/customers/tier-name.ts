import type { Program } from '../../../domain/programs/configuration.ts';
import { nameOf } from '../program-names.ts';

/** The name of a tier as customers of a language read it; of one that is gone, its id. */
export function tierName(program: Program, tierId: number, language: string): string {
  return nameOf(program, 'tier', tierKey(program, tierId), language);
}

/** The key of a tier; of one that is gone, its id. */
export function tierKey(program: Program, tierId: number): string {
  return program.tier(tierId)?.key ?? String(tierId);
}
