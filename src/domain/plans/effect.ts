/**
 * The kinds of effects that a change has on customers, or on supplies for them, and whether the affected customers can
 * be listed.
 */
const KINDS = {
  tier_rises: 'listed',
  tier_leaves: 'listed',
  tier_falls: 'listed',
  tier_stays: 'listed',
  limit_opens: 'listed',
  limit_closes: 'listed',
  points_expire: 'listed',
  points_expiry_moves: 'listed',
  claims_outstanding: 'listed',
  stock_changes: 'not_listed',
  codes_missing: 'not_listed',
  change_unfinished: 'not_listed',
} as const;

export type EffectKind = keyof typeof KINDS;

export const EFFECT_KINDS = Object.keys(KINDS) as readonly EffectKind[];

export function isListedEffect(kind: EffectKind): boolean {
  return KINDS[kind] === 'listed';
}

/** One effect, counted in the data. If its kind does not have a member, the member is absent. */
export interface PlanEffect {
  /** The name of the effect within its plan: `tier_falls:gold:base`. */
  name: string;
  kind: EffectKind;
  /** The number of affected customers. Absent: the effect is on supplies. */
  customers?: number;
  /** Keys of tiers; null: no tier. */
  from_tier?: string | null;
  to_tier?: string | null;
  /** The first moment at which a customer is affected, in ms; null: never. Absent: at once. */
  first_at?: number | null;
  rule?: string;
  reward?: string;
  points?: number;
  claims?: number;
  stock?: StockChange;
  codes?: { remaining: number; wanted: number | null };
  /** The version whose change has not reached every customer yet. */
  version?: number;
}

export interface StockChange {
  /** null: the reward as a whole. */
  variant_id: string | null;
  /** null: not counted. */
  before: number | null;
  after: number | null;
}

/** The parts of a name. An absent tier is an empty part. */
export function effectName(kind: EffectKind, ...parts: readonly (string | null)[]): string {
  let name: string = kind;
  for (const part of parts) name += `:${part ?? ''}`;
  return name;
}
