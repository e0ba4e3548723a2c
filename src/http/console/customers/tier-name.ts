import type { Program } from '../../../domain/programs/configuration.ts';
import { nameOf } from '../program-names.ts';

/** The name of a tier in the words that customers of a language read. For a removed tier it is the id. */
export function tierName(program: Program, tierId: number, language: string): string {
  return nameOf(program, 'tier', tierKey(program, tierId), language);
}

/** The key of a tier. For a removed tier it is the id. */
export function tierKey(program: Program, tierId: number): string {
  return program.tier(tierId)?.key ?? String(tierId);
}
