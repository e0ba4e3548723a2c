import { CompiledQuery } from 'kysely';
import type { ActivityState, ClaimState } from '../../db/tables.ts';
import { timestampText } from '../../db/timestamps.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../errors.ts';
import type { Channel, Program } from '../programs/configuration.ts';
import { earliestFact, spendStanding } from '../tiers/spend-progress.ts';
import type { TierStanding } from '../tiers/standing.ts';
import type { Tx } from '../transaction.ts';
import { availableRewards, availableRules, usageById } from './availability.ts';
import type { CustomerRow, HistoryEntry, StockLevels, StorefrontCustomer } from './customer.ts';
import { CUSTOMER_STATEMENT, type CustomerParts, type HistoryTuple, type StockTuple } from './statement.ts';

export interface CustomerQuestion {
  program: Program;
  customer_id: number;
  channel: Channel;
  /** ISO 3166-1 alpha-2; null: not known. */
  country: string | null;
}

/**
 * The customer as a storefront sees it, all of one snapshot: on the pool, or inside `tx` with what it wrote.
 * Settles nothing. Throws not_found.
 */
export async function loadStorefrontCustomer(
  deps: Pick<Deps, 'hot' | 'clock'>,
  question: CustomerQuestion,
  tx?: Tx,
): Promise<StorefrontCustomer> {
  const { program, customer_id } = question;
  const now = deps.clock.now(program);
  const rules = program.settings.tier_membership;
  const asked = { customer_id, spend_since: timestampText(rules ? earliestFact(rules, now) : now) };
  const found = tx
    ? await readIn(tx, program.id, asked)
    : await deps.hot.runEach<Row>(CUSTOMER_STATEMENT, { program_id: program.id }, asked);
  if (!found) throw new DomainError('not_found', 'There is no such customer.');
  const { ord: _, history, claims, cart_redemptions, usage, stock, spend, ...row } = found;

  const home = program.site(row.site_id)!;
  const counters = usageById(usage ?? []);
  const levels = stockLevels(stock ?? []);
  const standing = { row, home, now: Math.max(now, row.last_entry_at) };
  return {
    ...standing,
    tier: tierStanding(program, row, spend ?? [], home.time_zone, standing.now),
    claims: claims ?? [],
    cart_redemptions: cart_redemptions ?? [],
    history: (history ?? []).flatMap((entry) => historyEntry(program, entry) ?? []),
    rules: availableRules(program, standing, counters),
    rewards: availableRewards(program, standing, counters, levels, question),
    stock: levels,
  };
}

type Row = { ord: number } & CustomerRow & CustomerParts;

async function readIn(tx: Tx, programId: number, asked: object): Promise<Row | undefined> {
  const values = [programId, JSON.stringify([{ ord: 0, ...asked }])];
  return (await tx.executeQuery<Row>(CompiledQuery.raw(CUSTOMER_STATEMENT.text, values))).rows[0];
}

function tierStanding(
  program: Program,
  row: CustomerRow,
  spend: readonly [number, number][],
  zone: string,
  now: number,
): TierStanding | null {
  const rules = program.settings.tier_membership;
  const tier = row.tier_id === null ? undefined : program.tier(row.tier_id);
  if (!rules || !tier || row.tier_started_at === null) return null;
  const facts = spend.map(([date, spend_minor]) => ({ date, spend_minor }));
  const membership = { tier, started_at: row.tier_started_at, expires_at: row.tier_expires_at };
  return spendStanding(program.tiers, rules, membership, facts, zone, now);
}

/** undefined for a claim of a reward that was added after `program` was read: the next request shows it. */
function historyEntry(program: Program, entry: HistoryTuple): HistoryEntry | undefined {
  const [source, id, date, subject, points, state, approves_at, expires_at, sourceRule, text] = entry;
  switch (source) {
    case 'activity':
      return {
        kind: 'earned_points_from_rule',
        id,
        date,
        rule: subject === null ? undefined : program.rule(subject),
        points,
        state: state as ActivityState,
        approves_at,
        expires_at,
      };
    case 'claim': {
      const reward = program.reward(subject!);
      if (!reward) return undefined;
      const claim = { id, date, reward, title: text!, state: state as ClaimState };
      if (sourceRule === null && points > 0)
        return { kind: 'redeemed_points_for_reward', ...claim, points_cost: points };
      return {
        kind: 'received_reward',
        ...claim,
        rule: sourceRule === null ? undefined : program.rule(sourceRule),
      };
    }
    case 'adjustment':
      return { kind: points > 0 ? 'points_added' : 'points_removed', id, date, points, note: text };
    case 'tier':
      return { kind: 'entered_tier', id, date, tier_id: subject! };
  }
}

export function stockLevels(rows: readonly StockTuple[]): StockLevels {
  const byReward = new Map<number, Map<string, number>>();
  for (const [reward, variant, remaining] of rows) {
    let variants = byReward.get(reward);
    if (!variants) {
      variants = new Map();
      byReward.set(reward, variants);
    }
    variants.set(variant, remaining);
  }
  return { remaining: (rewardId, variantId) => byReward.get(rewardId)?.get(variantId) ?? null };
}
