import { isDeepStrictEqual } from 'node:util';
import type { Program } from '../programs/configuration.ts';
import type { TierFact } from '../tiers/evaluation-window.ts';
import { isHigher } from '../tiers/tier-progress.ts';
import type { Programs } from './program-after.ts';
import { broughtUnder, type TierMember, type TierOutlook, tierOutlook } from './tier-outlook.ts';

/**
 * The effect of a change on a customer's tier.
 * - rises: to a higher tier, or to its first one, at once.
 * - leaves: its tier leaves the program, and the customer gets the tier of its facts at once.
 * - falls: when its membership ends; without the change it would not have fallen then.
 * - stays: without the change it would have fallen when its membership ends.
 */
export interface TierChange {
  kind: 'rises' | 'leaves' | 'falls' | 'stays';
  /** Keys of tiers; null: no tier. */
  from: string | null;
  to: string | null;
  /** The end of the membership, in ms; null: at once. */
  at: number | null;
}

/** The facts of a customer under the terms of both programs. */
export interface FactsOfBoth {
  before: readonly TierFact[];
  after: readonly TierFact[];
}

/** Whether a change can affect any customer's tier. Pure. */
export function touchesTiers({ before, after }: Programs): boolean {
  return !isDeepStrictEqual(tierTerms(before), tierTerms(after));
}

function tierTerms({ tiers, conditional_tiers, settings, sites }: Program): unknown {
  const { tier_boundary_mode, tier_membership } = settings;
  return {
    tiers: tiers.map(({ id, lower_bound }) => ({ id, lower_bound })),
    conditional: conditional_tiers.map(({ id }) => id),
    tier_boundary_mode,
    tier_membership,
    zones: sites.map(({ id, time_zone }) => ({ id, time_zone })),
  };
}

/** undefined: the tier does not change. Pure. */
export function tierChange(
  programs: Programs,
  member: TierMember,
  facts: FactsOfBoth,
  now: number,
): TierChange | undefined {
  const { after: program } = programs;
  const before = tierOutlook(programs.before, member, facts.before, now);
  const after = tierOutlook(program, broughtUnder(program, member, now), facts.after, now);
  const named = (
    kind: TierChange['kind'],
    from: number | null,
    to: number | null,
    at: number | null,
  ): TierChange => ({ kind, from: keyOf(program, from), to: keyOf(program, to), at });
  if (before.tier_id !== after.tier_id) {
    if (!isInProgram(program, before.tier_id)) return named('leaves', before.tier_id, after.tier_id, null);
    // A customer that would rise further without the change has not risen yet, so this is no fall.
    const rises = isAbove(program, after.tier_id, before.tier_id);
    return rises ? named('rises', before.tier_id, after.tier_id, null) : undefined;
  }
  if (falls(program, after)) {
    if (falls(programs.before, before) && isDeepStrictEqual(before, after)) return undefined;
    return named('falls', after.tier_id, after.next_tier_id, after.ends);
  }
  if (!falls(programs.before, before)) return undefined;
  return named('stays', before.tier_id, before.next_tier_id, before.ends);
}

function falls(program: Program, { tier_id, next_tier_id }: TierOutlook): boolean {
  return tier_id !== next_tier_id && !isAbove(program, next_tier_id, tier_id);
}

/** No customer falls at once from a tier that stays in the program. No tier counts as such a tier. */
function isInProgram({ tiers, conditional_tiers }: Program, tierId: number | null): boolean {
  return tierId === null || [...tiers, ...conditional_tiers].some(({ id }) => id === tierId);
}

function isAbove(program: Program, tierId: number | null, thanId: number | null): boolean {
  if (tierId === null) return false;
  return thanId === null || isHigher(program.tier(tierId)!, program.tier(thanId)!);
}

function keyOf(program: Program, tierId: number | null): string | null {
  return tierId === null ? null : program.tier(tierId)!.key;
}
