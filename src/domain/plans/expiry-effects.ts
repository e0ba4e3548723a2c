import type { Tx } from '../core/transaction.ts';
import { datedSince, inactivityDeadline, pointsExpireAt } from '../ledger/points-expiry.ts';
import type { Program, Site } from '../programs/configuration.ts';
import { effectName, type PlanEffect } from './effect.ts';
import {
  countHolders,
  findFirstInactive,
  type HeldPoints,
  listHolders,
  listInactive,
  type PointHolder,
} from './expiry-store.ts';
import type { Programs } from './program-after.ts';

const PAGE_SIZE = 5_000;

/** Counts the points that expire at once, and those whose expiry moves. */
export async function countExpiryEffects(tx: Tx, programs: Programs, now: number): Promise<PlanEffect[]> {
  if (!movesExpiry(programs)) return [];
  const { after } = programs;
  const moved: HeldPoints = { customers: 0, points: 0 };
  const lost: HeldPoints = { customers: 0, points: 0 };
  const firsts: number[] = [];
  for (const site of after.sites) {
    const holders = await countHolders(tx, after.id, site.id);
    if (holders.customers === 0) continue;
    add(moved, holders);
    for await (const page of losers(tx, programs, site, now, 0)) {
      add(lost, {
        customers: page.length,
        points: page.reduce((sum, holder) => sum + holder.points_approved, 0),
      });
    }
    const first = await firstExpiry(tx, after, site, now);
    if (first !== null) firsts.push(first);
  }
  const first_at = firsts.length > 0 ? Math.min(...firsts) : null;
  const effects: (PlanEffect & HeldPoints)[] = [
    { name: effectName('points_expire'), kind: 'points_expire', ...lost },
    {
      name: effectName('points_expiry_moves'),
      kind: 'points_expiry_moves',
      customers: moved.customers - lost.customers,
      points: moved.points - lost.points,
      first_at,
    },
  ];
  return effects.filter(({ customers }) => customers > 0);
}

/** The customers above an id whose points expire at once, the lowest id first. */
export async function listLosers(
  tx: Tx,
  programs: Programs,
  now: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const found: number[] = [];
  if (!movesExpiry(programs)) return found;
  for (const site of programs.after.sites) {
    let ofSite = 0;
    for await (const page of losers(tx, programs, site, now, after)) {
      found.push(...page.map(({ id }) => id));
      ofSite += page.length;
      if (ofSite >= limit) break;
    }
  }
  return found.sort((a, b) => a - b).slice(0, limit);
}

/** The customers above an id whose points get another expiry but do not expire at once, the lowest id first. */
export async function listMoved(
  tx: Tx,
  programs: Programs,
  now: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const found: number[] = [];
  if (!movesExpiry(programs)) return found;
  for (let from = after; found.length < limit; ) {
    const page = await listHolders(tx, programs.after.id, { after: from, limit });
    if (page.length === 0) break;
    found.push(...page.filter((holder) => !isLostBy(programs, holder, now)).map(({ id }) => id));
    from = page.at(-1)!.id;
  }
  return found.slice(0, limit);
}

/**
 * Whether existing points of customers expire at other moments than before. If only the figures of the mode change,
 * points keep their dates; only the inactivity modes apply to existing points.
 */
function movesExpiry({ before, after }: Programs): boolean {
  const was = before.settings.points_expiry;
  const is = after.settings.points_expiry;
  if (was?.mode !== is?.mode) return true;
  return (
    is?.mode.startsWith('inactivity_') === true &&
    (was as { duration_months: number }).duration_months !==
      (is as { duration_months: number }).duration_months
  );
}

/** Pages of the customers of a site whose points expire at once because of the change. */
async function* losers(tx: Tx, programs: Programs, site: Site, now: number, from: number) {
  const terms = inactivityTerms(programs.after, site);
  if (!terms) return;
  let after = from;
  for (;;) {
    const page = await listInactive(tx, programs.after.id, site.id, terms, {
      until: now,
      after,
      limit: PAGE_SIZE,
    });
    if (page.length === 0) return;
    yield page.filter((holder) => isLostBy(programs, holder, now));
    after = page.at(-1)!.id;
  }
}

/** Whether a customer's points expire at once because of the change. */
function isLostBy({ before, after }: Programs, holder: PointHolder, now: number): boolean {
  const isLost = (program: Program) => {
    const deadline = inactivityDeadline(program, holder, program.site(holder.site_id)!.time_zone);
    return deadline !== null && deadline <= now;
  };
  return isLost(after) && !isLost(before);
}

/** The first moment after `now` at which points of a site's customers expire; null: no points expire. */
async function firstExpiry(tx: Tx, program: Program, site: Site, now: number): Promise<number | null> {
  const since = datedSince(program);
  if (since !== null) return pointsExpireAt(program, site.time_zone, since);
  const terms = inactivityTerms(program, site);
  const holder = terms && (await findFirstInactive(tx, program.id, site.id, terms, now));
  return holder ? inactivityDeadline(program, holder, site.time_zone) : null;
}

function inactivityTerms(program: Program, site: Site) {
  const expiry = program.settings.points_expiry;
  if (expiry?.mode !== 'inactivity_since_purchase' && expiry?.mode !== 'inactivity_since_balance_change')
    return undefined;
  return { expiry, since: program.points_expiry_since!, zone: site.time_zone };
}

function add(sum: HeldPoints, { customers, points }: HeldPoints): void {
  sum.customers += customers;
  sum.points += points;
}
