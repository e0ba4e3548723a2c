import { poolRemaining } from '../claims/code-pool-store.ts';
import type { Tx } from '../core/transaction.ts';
import { isEnabledForSome, type Reward } from '../programs/configuration.ts';
import type { PlannedEntry } from '../programs/plan-entries.ts';
import type { RewardDefinition } from '../programs/reward-definition.ts';
import { stockOf } from '../programs/stock-of.ts';
import { effectName, type PlanEffect, type StockChange } from './effect.ts';
import type { Programs } from './program-after.ts';
import { countOutstanding, type HeldStock, listStock } from './supply-store.ts';

/** Enough codes for everybody: if the reward has no stock, its pool is counted only up to this number. */
const MANY_CODES = 1_000_000;

/** Counts the unused claims of rewards that the change disables. */
export async function countClaimEffects(tx: Tx, programs: Programs): Promise<PlanEffect[]> {
  const disabled = disabledRewards(programs);
  const outstanding = await countOutstanding(
    tx,
    programs.before.id,
    disabled.map(({ id }) => id),
  );
  return outstanding.map(({ reward_id, claims, customers }) => {
    const reward = programs.before.reward(reward_id)!.key;
    const kind = 'claims_outstanding';
    return { name: effectName(kind, reward), kind, reward, claims, customers };
  });
}

/** The rewards that the change disables for everybody. Pure. */
export function disabledRewards({ before, after }: Programs): Reward[] {
  return before.rewards.filter(
    (reward) => isEnabledForSome(reward) && !isEnabledForSome(after.reward(reward.id)!),
  );
}

/** The stocks whose rest changes. */
export async function stockEffects(
  tx: Tx,
  programId: number,
  plan: readonly PlannedEntry[],
): Promise<PlanEffect[]> {
  const held = await listStock(tx, programId);
  return plan.flatMap((entry): PlanEffect[] => {
    if (entry.kind !== 'reward' || !entry.enabled || entry.action === 'unchanged' || !entry.held) return [];
    const { id } = entry.held;
    const rows = new Map(held.filter((row) => row.reward_id === id).map((row) => [row.variant_id, row]));
    const wanted = stockOf(entry.definition as RewardDefinition);
    const variants = new Set([...wanted.keys(), ...rows.keys()]);
    return [...variants].flatMap((variant): PlanEffect[] => {
      const row = rows.get(variant);
      const initial = wanted.get(variant);
      const before = row?.remaining ?? null;
      const after = initial === undefined ? null : row ? leftOf(row, initial) : initial;
      if (before === after) return [];
      const stock: StockChange = { variant_id: variant === '' ? null : variant, before, after };
      const kind = 'stock_changes';
      return [{ name: effectName(kind, entry.key, variant), kind, reward: entry.key, stock }];
    });
  });
}

/** The rest of a stock after the program file says `initial`, as `putStock` writes it. Pure. */
function leftOf(held: HeldStock, initial: number): number {
  return Math.max(0, held.remaining - held.overdrawn + initial - held.initial);
}

/**
 * The rewards, among those that the change affects, whose pool has no code, or fewer codes than the reward has stock.
 */
export async function codeEffects(
  tx: Tx,
  { after }: Programs,
  plan: readonly PlannedEntry[],
): Promise<PlanEffect[]> {
  const effects: PlanEffect[] = [];
  for (const { kind, key, action } of plan) {
    if (kind !== 'reward' || action === 'unchanged') continue;
    const reward = after.rewards.find((candidate) => candidate.key === key)!;
    if (reward.codes.kind !== 'pool' || !isEnabledForSome(reward)) continue;
    const remaining = reward.id > 0 ? await poolRemaining(tx, after.id, reward.id, MANY_CODES) : 0;
    if (remaining > 0 && remaining >= (reward.stock ?? 0)) continue;
    const codes = { remaining, wanted: reward.stock };
    effects.push({ name: effectName('codes_missing', key), kind: 'codes_missing', reward: key, codes });
  }
  return effects;
}
