import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { listAffected, planProgram } from '../../src/domain/operations/plan-program.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import { anyDefinition, anyStep, customersOf, play, reachedLimits } from '../support/plan-model.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const HISTORIES = Number(process.env.HISTORIES ?? 12);
const domain = testDomain();

/** A customer of one program, as it was seen after the change, and at the first end of its membership. */
interface Seen {
  merchant_id: string;
  tier: string | null;
  ends: number | null;
  next: string | null;
  limits: string[];
  points: number;
  lost: number;
}

const programOf = async (id: number) =>
  (await domain.deps.programs.all()).find((program) => program.id === id)!;
const keyOf = (program: Program, id: number | null) => (id === null ? null : program.tier(id)!.key);

async function lostBy(customer: CustomerRow): Promise<number> {
  const rows = await domain.deps.db
    .selectFrom('expiries')
    .select('points')
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .execute();
  return rows.reduce((sum, { points }) => sum + points, 0);
}

/** How many of the reward are left, and which claims of it their customers can still use. */
async function supplyOf(program_id: number) {
  const { rows } = await sql<{ merchant_id: string }>`
    select c.merchant_id from claimed_rewards r join customers c on c.program_id = r.program_id and c.id = r.customer_id
      where r.program_id = ${program_id} and r.state in ('pending', 'approved') and r.usage_status <> 'used'
      order by c.id, r.id`.execute(domain.deps.db);
  const stock = await sql<{ remaining: number }>`
    select remaining from reward_stock where program_id = ${program_id}`.execute(domain.deps.db);
  return { left: stock.rows[0]?.remaining ?? null, holders: rows.map(({ merchant_id }) => merchant_id) };
}

async function see(id: number): Promise<Seen[]> {
  const program = await programOf(id);
  const seen: Seen[] = [];
  for (const customer of await customersOf(domain, program)) {
    const tier = keyOf(program, customer.tier_id);
    seen.push({
      merchant_id: customer.merchant_id,
      tier,
      ends: customer.tier_expires_at,
      next: tier,
      limits: await reachedLimits(domain, program, customer),
      points: customer.points_approved,
      lost: await lostBy(customer),
    });
  }
  return seen;
}

/** Turns the clock to each end of a membership and looks at the tier that follows. */
async function seeEnds(programs: { id: number; seen: Seen[] }[]): Promise<void> {
  const ends = programs.flatMap(({ seen }) => seen.map((customer) => customer.ends));
  const moments = [...new Set(ends.filter((end) => end !== null))].sort((a, b) => a - b);
  for (const moment of moments) {
    domain.turnTo(moment);
    await sweepOnce(domain.deps);
    for (const { id, seen } of programs) {
      const program = await programOf(id);
      for (const customer of await customersOf(domain, program)) {
        const known = seen.find(({ merchant_id }) => merchant_id === customer.merchant_id)!;
        if (known.ends === moment) known.next = keyOf(program, customer.tier_id);
      }
    }
  }
}

/** Later than the last date that points have under any terms. */
const LONGEST_EXPIRY = 900 * 24 * 3_600_000;

/** Points that expire on a day, in ms. */
interface Expiring {
  at: number;
  points: number;
}

/** The points of each customer that expire after a moment, by merchant_id. The clock is turned past them all. */
async function seeExpiries(ids: readonly number[], since: number): Promise<Map<string, Expiring[]>[]> {
  domain.turnTo(since + LONGEST_EXPIRY);
  await sweepOnce(domain.deps);
  const seen: Map<string, Expiring[]>[] = [];
  for (const id of ids) {
    const { rows } = await sql<{ merchant_id: string; expiries: Expiring[] }>`
      select c.merchant_id,
          json_agg(json_build_object('at', extract(epoch from e.date) * 1000, 'points', e.points) order by e.date, e.id) as expiries
        from expiries e join customers c on c.program_id = e.program_id and c.id = e.customer_id
        where e.program_id = ${id} and e.date > ${new Date(since)} group by 1`.execute(domain.deps.db);
    seen.push(new Map(rows.map(({ merchant_id, expiries }) => [merchant_id, expiries])));
  }
  return seen;
}

/** A site in another zone has the ends of its days at other hours; a month from the last day of one may end a day apart. */
const OF_ANOTHER_ZONE = 2 * 24 * 3_600_000;

/** Whether points expire at other moments, or others do. */
function differ(some: readonly Expiring[], others: readonly Expiring[], tolerance: number): boolean {
  return (
    some.length !== others.length ||
    some.some(({ at, points }, index) => {
      const other = others[index]!;
      return points !== other.points || Math.abs(at - other.at) > tolerance;
    })
  );
}

/** The order of the tiers that one of the definitions has; no tier is the lowest. */
const rank = (tier: string | null) => [null, 'base', 'silver', 'gold', 'platinum'].indexOf(tier);

function expectedOf(without: Seen, changed: Seen, tiers: string[], enabled: boolean): string[] {
  const names: string[] = [];
  const falls = ({ tier, next }: Seen) => rank(next) < rank(tier);
  if (without.tier !== changed.tier) {
    const kind = without.tier === null || tiers.includes(without.tier) ? 'rises' : 'leaves';
    names.push(`tier_${kind}:${without.tier ?? ''}:${changed.tier ?? ''}`);
  } else if (falls(changed)) {
    const same = falls(without) && without.ends === changed.ends && without.next === changed.next;
    if (!same) names.push(`tier_falls:${changed.tier ?? ''}:${changed.next ?? ''}`);
  } else if (falls(without)) {
    names.push(`tier_stays:${without.tier ?? ''}:${without.next ?? ''}`);
  }
  for (const limit of ['rule:follow', ...(enabled ? ['reward:card'] : [])]) {
    const [was, is] = [without.limits.includes(limit), changed.limits.includes(limit)];
    if (was !== is) names.push(`limit_${was ? 'opens' : 'closes'}:${limit}`);
  }
  if (changed.lost > without.lost) names.push('points_expire');
  return names;
}

describe('what a plan says', () => {
  it('is what happens, to the very customers, and nothing else happens', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyDefinition,
        anyDefinition,
        fc.array(anyStep, { minLength: 5, maxLength: 18 }),
        async (before, after, steps) => {
          const ids: number[] = [];
          let key = '';
          // The second program lives the same life and is never changed.
          for (let twin = 0; twin < 2; twin += 1) {
            const program = await domain.begin(before);
            await play(domain, steps);
            ids.push(program.id);
            if (twin === 0) key = program.key;
          }
          const now = domain.clock.real();
          const definition: ProgramDefinition = { ...after, key };
          const plan = await planProgram(domain.deps, definition);
          const told = new Map<string, string[]>();
          for (const { name, customers } of plan.effects) {
            if (customers === undefined) continue;
            const asked = { effect: name, after: 0, limit: 100 };
            const { merchant_ids } = await listAffected(domain.deps, definition, asked);
            expect(merchant_ids).toHaveLength(customers);
            told.set(name, merchant_ids);
          }
          await applyProgram(domain.deps, definition, TESTER);
          await sweepOnce(domain.deps);
          expect(domain.clock.real()).toBe(now);
          const [changed, without] = [await see(ids[0]!), await see(ids[1]!)];
          const [supply, kept] = [await supplyOf(ids[0]!), await supplyOf(ids[1]!)];
          await seeEnds([
            { id: ids[0]!, seen: changed },
            { id: ids[1]!, seen: without },
          ]);
          const [expiries, expiriesWithout] = await seeExpiries(ids, now);
          const sameTerms = isDeepStrictEqual(before.settings.points_expiry, after.settings.points_expiry);
          const tolerance = sameTerms ? OF_ANOTHER_ZONE : 0;
          const moved: { points: number; dates: number[] } = { points: 0, dates: [] };
          const happened = new Map<string, string[]>();
          const tiers = after.tiers.map((tier) => tier.key);
          const [was, is] = [before, after].map(({ rewards }) => rewards[0]!.definition.enabled);
          const enabled = was && is;
          changed.forEach((customer, index) => {
            for (const name of expectedOf(without[index]!, customer, tiers, enabled === true))
              happened.set(name, [...(happened.get(name) ?? []), customer.merchant_id]);
            const { merchant_id, lost } = customer;
            const [dates, datesWithout] = [expiries, expiriesWithout].map(
              (seen) => seen!.get(merchant_id) ?? [],
            );
            if (lost !== without[index]!.lost || !differ(dates!, datesWithout!, tolerance)) return;
            moved.points += customer.points;
            moved.dates.push(...dates!.map(({ at }) => at));
            happened.set('points_expiry_moves', [
              ...(happened.get('points_expiry_moves') ?? []),
              merchant_id,
            ]);
          });
          if (was && !is && kept.holders.length > 0)
            happened.set('claims_outstanding:card', [...new Set(kept.holders)]);
          const effectOf = (kind: string) => plan.effects.find((effect) => effect.kind === kind);
          expect(effectOf('claims_outstanding')?.claims ?? 0).toBe(was && !is ? supply.holders.length : 0);
          const left = { variant_id: null, before: kept.left, after: supply.left };
          if (is)
            expect(effectOf('stock_changes')?.stock).toEqual(kept.left === supply.left ? undefined : left);
          const lost = changed.map((customer, index) => customer.lost - without[index]!.lost);
          expect(effectOf('points_expire')?.points ?? 0).toBe(lost.reduce((sum, points) => sum + points, 0));
          const moves = effectOf('points_expiry_moves');
          expect(moves?.points ?? 0).toBe(moved.points);
          if (moves) expect(moves.first_at).toBe(moved.dates.sort((a, b) => a - b)[0] ?? null);
          const sorted = (map: Map<string, string[]>) => Object.fromEntries([...map].sort());
          expect(sorted(told)).toEqual(sorted(happened));
          const falls = changed.filter(({ tier, next }, index) =>
            tier === without[index]!.tier ? rank(next) < rank(tier) : false,
          );
          for (const { kind, from_tier, to_tier, first_at } of plan.effects) {
            if (kind !== 'tier_falls') continue;
            const those = falls.filter(({ tier, next }) => tier === from_tier && next === to_tier);
            expect(those.map(({ ends }) => ends)).toContain(first_at);
          }
        },
      ),
      { numRuns: HISTORIES },
    );
  }, 600_000);
});
