import { DomainError } from '../core/errors.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { mergedMetadata } from '../customers/metadata.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import type { PendingPart } from '../ledger/post-pending.ts';
import { isBounded, type Program, type Site, type Tier } from '../programs/configuration.ts';
import { termsOf } from '../tiers/derive-tier-status.ts';
import { membershipEnd, properEnd } from '../tiers/membership-end.ts';
import { tierByFacts } from '../tiers/tier-progress.ts';
import type { GivenCustomer } from './import-fields.ts';
import { fieldChanges, fieldsOfRow, type KnownFields } from './known-fields.ts';
import { type PlannedOpening, planOpenings } from './plan-openings.ts';
import { isPast, missingPending, readAt } from './plan-pending.ts';

/** The effect of a row. */
export type RowPlan =
  | { kind: 'refused'; reason: string }
  | { kind: 'unchanged' }
  | { kind: 'create'; draft: CustomerDraft; openings: PlannedOpening[]; pending: PendingPart[] }
  | {
      kind: 'change';
      customer: CustomerRow;
      before: KnownFields;
      after: KnownFields;
      openings: PlannedOpening[];
      /** The points that will be pending. */
      pending: PendingPart[];
    };

export interface CustomerDraft {
  merchant_id: string;
  enrolled_at: number | null;
  blocked: boolean;
  /** null: the customer gets a new referral id. */
  referral_id: string | null;
  fields: KnownFields;
}

export interface PlanTerms {
  program: Program;
  /** The home site of new customers. */
  site: Site;
  now: number;
  /** Rows that give or take more points than this are refused; null: there is no limit. */
  most_points: number | null;
}

/** The customers that have the emails and referral ids of these rows already, in the rows' spelling. */
interface Owners {
  emails: ReadonlyMap<string, number>;
  referral_ids: ReadonlySet<string>;
}

/**
 * Decides the effect of a row on the customer that it names, which is locked and whose due work is processed, or on a
 * new customer. `held`: the pending points of that customer, if the row has a value for pending points.
 */
export function planRow(
  terms: PlanTerms,
  row: GivenCustomer,
  known: CustomerRow | undefined,
  held: readonly PendingPart[],
  owners: Owners,
): RowPlan {
  const given = readAt(row, momentOf(terms, known));
  const pending = given.pending === null ? [] : missingPending(given.pending, held);
  const reason =
    (known ? refusalOfKnown(given, known, pending) : refusalOfNew(terms, given, owners)) ??
    sharedRefusal(terms, given, known, owners);
  if (reason !== undefined) return { kind: 'refused', reason };
  const plan = known ? planChange(terms, given, known, pending!) : planCreation(terms, given);
  const { most_points } = terms;
  if (most_points === null || pointsOf(plan) <= most_points) return plan;
  const moves = `gives or takes more than ${most_points} points, which is more than this import may`;
  return { kind: 'refused', reason: `${moves}; try the file again to see who may import it` };
}

/** The points that a row gives or takes, including pending ones. */
export function pointsOf(plan: RowPlan): number {
  if (plan.kind === 'refused' || plan.kind === 'unchanged') return 0;
  const sum = (parts: readonly { points: number }[]) => parts.reduce((all, { points }) => all + points, 0);
  return Math.abs(sum(plan.openings)) + sum(plan.pending);
}

function momentOf({ now }: PlanTerms, known: CustomerRow | undefined): number {
  return known ? entryMoment(now, known) : now;
}

function refusalOfKnown(
  given: GivenCustomer,
  known: CustomerRow,
  pending: readonly PendingPart[] | undefined,
): string | undefined {
  if (known.merged_into !== null) return 'names a customer that was merged into another';
  if (given.email !== null && known.email !== null && !isSameEmail(given.email, known.email))
    return 'has another email than the customer; change that first, or leave the column out (--column email=)';
  if (given.points_spent !== null && given.points_spent < known.points_spent)
    return `has a points_spent below the ${known.points_spent} points that the customer has spent`;
  if (pending === undefined)
    return 'has other pending points than the customer; resolve those first, or leave the column out (--column pending=)';
  const changesPointsOrTier =
    pending.length > 0 ||
    (given.points !== null && given.points !== known.points_approved) ||
    (given.points_spent !== null && given.points_spent !== known.points_spent) ||
    (given.tier !== null && given.tier.id !== known.tier_id);
  if (!changesPointsOrTier) return undefined;
  if (known.blocked_at !== null) return 'would change the points or the tier of a blocked customer';
  if (known.enrolled_at === null) return 'has points or a tier for a guest, who is to be enrolled first';
  return undefined;
}

function refusalOfNew({ now }: PlanTerms, given: GivenCustomer, owners: Owners): string | undefined {
  if (given.merchant_id === null) return 'names nobody: no customer of the program has this email';
  const hasPoints = [given.points, given.points_spent, given.pending?.length].some((count) => count);
  if (given.enrolled_at === null && (hasPoints || given.tier !== null))
    return 'has points or a tier, and no enrolled_at';
  if (given.enrolled_at !== null && (given.enrolled_at ?? now) > now)
    return 'has an enrolled_at that is still to come';
  if (given.referral_id !== null && owners.referral_ids.has(given.referral_id))
    return 'has a referral_id that another customer has';
  return undefined;
}

function sharedRefusal(
  terms: PlanTerms,
  given: GivenCustomer,
  known: CustomerRow | undefined,
  { emails }: Owners,
): string | undefined {
  const at = momentOf(terms, known);
  const tooLong = metadataRefusal(given, known);
  if (tooLong) return tooLong;
  const { email, lots, tier, tier_expires_at } = given;
  const owner = email === null ? undefined : emails.get(email);
  if (owner !== undefined && owner !== known?.id) return 'has an email that another customer has';
  if (lots.some(({ expires_at }) => expires_at !== null && expires_at <= at))
    return 'has points that have expired';
  if (given.pending?.some((part) => isPast(part, at)))
    return 'has pending points whose date is past, and no points that they could be added to';
  if (tier_expires_at === null) return undefined;
  if (tier && !isBounded(tier))
    return 'has a tier_expires_at for a tier that is given by hand, which has no end';
  return tier_expires_at <= at ? 'has a tier_expires_at that is past' : undefined;
}

function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function planCreation(terms: PlanTerms, given: GivenCustomer): RowPlan {
  const { program, site, now } = terms;
  const enrolled_at = given.enrolled_at === undefined ? now : given.enrolled_at;
  const home = { enrolled_at, site_id: site.id };
  const membership = termsOf(program, home);
  const tier = given.tier ?? (membership && tierByFacts(program.tiers, membership, [], now)) ?? null;
  const fields: KnownFields = {
    ...fieldsOfRow(given),
    ...(tier && { tier: membershipIn(program, home, tier, given.tier_expires_at, now) }),
  };
  const { merchant_id, blocked, referral_id } = given;
  const draft = { merchant_id: merchant_id!, enrolled_at, blocked, referral_id, fields };
  const openings = planOpenings(given, { points_approved: 0, points_spent: 0 });
  return { kind: 'create', draft, openings, pending: given.pending ?? [] };
}

function planChange(
  { program, now }: PlanTerms,
  given: GivenCustomer,
  known: CustomerRow,
  pending: PendingPart[],
): RowPlan {
  const wanted = fieldsOfRow(given);
  // If only the case differs, the email keeps its first spelling.
  if (known.email !== null) delete wanted.email;
  if (given.tier && given.tier.id !== known.tier_id)
    wanted.tier = membershipIn(program, known, given.tier, given.tier_expires_at, entryMoment(now, known));
  const { before, after } = fieldChanges(known, wanted);
  const openings = planOpenings(given, known);
  if (openings.length === 0 && pending.length === 0 && Object.keys(after).length === 0)
    return { kind: 'unchanged' };
  return { kind: 'change', customer: known, before, after, openings, pending };
}

/** A membership that starts now. It ends like other memberships of the tier, unless the file has an earlier end. */
function membershipIn(
  program: Program,
  home: Pick<CustomerRow, 'enrolled_at' | 'site_id'>,
  tier: Tier,
  ends: number | null,
  at: number,
): NonNullable<KnownFields['tier']> {
  const terms = isBounded(tier) ? termsOf(program, home) : undefined;
  const expires_at = !terms ? null : ends === null ? membershipEnd(terms, at) : properEnd(terms, ends, at);
  return { tier_id: tier.id, started_at: at, expires_at };
}

/** The reason to refuse the row's metadata: the result would be too long. */
function metadataRefusal(given: GivenCustomer, known: CustomerRow | undefined): string | undefined {
  try {
    mergedMetadata(known?.metadata ?? {}, given.metadata ?? {});
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return 'has metadata that is too long';
    throw error;
  }
}
