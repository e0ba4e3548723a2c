import type { Tx } from '../core/transaction.ts';
import type { CustomerRecord } from '../listings/customer-store.ts';
import { insertEvent } from '../outbox/event-store.ts';
import type { Program } from '../programs/configuration.ts';
import { tierStatus } from '../tiers/derive-tier-status.ts';
import { listFacts } from '../tiers/fact-store.ts';
import { insertReminder } from './reminder-store.ts';

/**
 * Notes customers that come near the next tier, once for each tier and membership. The program defines near as a part
 * of the way from the present tier's lower bound to the next tier's. `now` is of the program's clock.
 */
export async function remindOfUpgrades(
  tx: Tx,
  program: Program,
  customers: readonly CustomerRecord[],
  now: number,
): Promise<void> {
  for (const customer of customers) {
    if (customer.blocked_at !== null || customer.tier_id === null) continue;
    const near = nearUpgrade(program, customer, await listFacts(tx, program, customer, now), now);
    if (!near) continue;
    const { program_id, id: customer_id } = customer;
    const occasion = `${near.tier_id} ${customer.tier_started_at}`;
    const isNew = await insertReminder(tx, {
      program_id,
      customer_id,
      kind: 'tier_upgrade',
      occasion,
      created_at: now,
    });
    if (!isNew) continue;
    await insertEvent(tx, {
      program_id,
      customer_id,
      kind: 'approaching_tier_upgrade',
      subject_id: null,
      details: near,
      created_at: now,
    });
  }
}

function nearUpgrade(
  program: Program,
  customer: CustomerRecord,
  facts: Parameters<typeof tierStatus>[2],
  now: number,
): { tier_id: number; needed: number } | undefined {
  const progress = tierStatus(program, customer, facts, now)?.progress;
  const { upgrade_tier_id: tier_id, needed_for_upgrade: needed } = progress ?? {};
  if (tier_id == null || needed == null) return undefined;
  const from = program.tier(customer.tier_id!)?.lower_bound;
  const to = program.tier(tier_id)?.lower_bound;
  if (from == null || to == null) return undefined;
  const { tier_upgrade_percent } = program.settings.reminders;
  const near = (to - needed - from) * 100 >= tier_upgrade_percent * (to - from);
  return near ? { tier_id, needed } : undefined;
}
