import { isDeepStrictEqual } from 'node:util';
import { recordAudit } from '../audit/record-audit.ts';
import { lockOrderName } from '../core/program-lock-store.ts';
import { StaleReadError } from '../core/stale-read.ts';
import type { Tx } from '../core/transaction.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import type { Deps } from '../programs/deps.ts';
import { advanceOrder } from './advance-order.ts';
import { earnFromOrder, earnMissing, refuseExcess } from './earn-from-order.ts';
import { lockParties } from './lock-parties.ts';
import type { OrderContents, OrderRow } from './order.ts';
import { correctedState, isSameState, isUndone, type OrderState, stateOf } from './order-state.ts';
import { refuseImplausible } from './refuse-implausible.ts';
import { restateEarning } from './restate-order.ts';
import { groupEarnings, type OrderEarning, type RestatedEarning, restate } from './restated-earnings.ts';
import { findRestated, listUndoneByHand } from './restated-store.ts';
import { wasAlwaysUndone } from './state-store.ts';
import { findOrder, listOrderActivities, updateContents } from './store.ts';
import { takeUpOrder } from './take-up-order.ts';
import { type Parties, undoOrder } from './undo-order.ts';
import type { ExchangedUpdate, UpdatedOrder } from './update-order-in.ts';
import { claimReferences } from './use-claims.ts';

/** A correction in the program's currency. Contents that are absent stay as they are. */
interface ExchangedCorrection extends ExchangedUpdate {
  contents: Partial<OrderContents>;
  told_contents: object;
}

/**
 * Makes an order what the correction says, even if that takes something back: a refund or a cancellation that was sent
 * by mistake, an edited total, edited lines. A payment that was reported stays. Points taken too much are given again,
 * and points given too much are taken, at the rate at which they were earned. Claims that an undone order returned stay
 * returned. Runs inside a transaction that has locked nobody yet. Throws implausible_amount; invalid_request for more
 * points than a balance can hold.
 */
export async function correctOrderIn(
  tx: Tx,
  deps: Deps,
  found: OrderRow,
  correction: ExchangedCorrection,
): Promise<UpdatedOrder> {
  const { program, state, customer_email: email, contents, force, by } = correction;
  if (isUndone(state)) await lockOrderName(tx, found, 'alone');
  const cameUndone = !isUndone(state) && (await wasAlwaysUndone(tx, found));
  const isPaid = state.payment_status === 'paid' || found.paid_at !== null;
  const completes = isPaid && (cameUndone || found.paid_at === null);
  const named = cameUndone ? claimReferences(deps, found) : undefined;
  const { parties, buyerReferral } = await lockParties(
    tx,
    deps,
    program,
    found,
    completes ? { email } : null,
    named,
  );
  const before = (await findOrder(tx, program.id, found.merchant_id))!;
  const buyer = parties.get(before.customer_id);
  if (!buyer) throw new StaleReadError();
  const known = stateOf(before);
  const order: OrderRow = { ...before, ...contents };
  const next = correctedState(known, state, order.total_minor);
  const fields = changedFields(before, order, known, next);
  if (fields.length === 0) return { order_id: before.id, customer_id: before.customer_id };
  if (!force) refuseImplausible(next, order.total_minor, program.currency);
  refuseExcess(program, buyer.tier_id, order);
  const isEdited = fields.some((field) => CONTENTS.includes(field as keyof OrderContents));
  const earnings = groupEarnings(await listOrderActivities(tx, before));
  const previous = await findRestated(tx, before);
  const restated = new Map(
    earnings.map((earning) => [earning, restatedOf(earning, previous?.get(earning.rule_id))] as const),
  );
  function restatedOf(earning: OrderEarning, known: RestatedEarning | undefined): RestatedEarning {
    if (earning.resource === 'order' && isEdited) return restate(program, before, order, earning, known);
    const { value, basis } = earning.activities[0]!;
    return known ?? { value, basis: basis as RestatedEarning['basis'] };
  }
  const at = entryMoment(deps.clock.now(program), buyer);
  const updated = await updateContents(tx, order, next, {
    told: { ...correction.told, ...correction.told_contents },
    earnings: Object.fromEntries(
      [...restated]
        .filter(([{ resource }]) => resource === 'order')
        .map(([{ rule_id }, one]) => [rule_id, one]),
    ),
    by,
    at,
  });
  if (!isUndone(next)) {
    // Somebody else may have corrected it before the lock.
    const takes_up = cameUndone && isUndone(known);
    if (takes_up) await takeUpOrder(tx, deps, program, updated, parties, at);
    if (updated.earns && !updated.awaits_enrolment)
      await restateAll(tx, deps, updated, restated, parties, {
        isEdited,
        wasUndone: isUndone(known),
        correction,
      });
    await advanceOrder(tx, deps, program, {
      before,
      order: updated,
      parties,
      buyerReferral,
      email,
      takes_up,
    });
  } else if (!isUndone(known)) await undoOrder(tx, deps, program, updated, parties);
  await recordAudit(tx, deps, {
    program_id: program.id,
    actor: by,
    action: 'order.corrected',
    subject: { kind: 'order', id: before.id },
    details: { customer_id: before.customer_id, fields },
  });
  return { order_id: before.id, customer_id: before.customer_id };
}

const CONTENTS = ['total_minor', 'shipping_minor', 'tax_minor', 'discounts_minor', 'line_items'] as const;

function changedFields(before: OrderRow, order: OrderRow, known: OrderState, next: OrderState): string[] {
  const contents = CONTENTS.filter((field) => !isDeepStrictEqual(before[field], order[field]));
  const states = (Object.keys(next) as (keyof OrderState)[]).filter((field) => known[field] !== next[field]);
  return isSameState(known, next) ? contents : [...contents, ...states];
}

async function restateAll(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  restated: ReadonlyMap<OrderEarning, RestatedEarning>,
  parties: Parties,
  {
    isEdited,
    wasUndone,
    correction: { program },
  }: { isEdited: boolean; wasUndone: boolean; correction: ExchangedCorrection },
): Promise<void> {
  const activities = [...restated.keys()].flatMap((earning) => earning.activities);
  const byHand = await listUndoneByHand(tx, program.id, activities);
  for (const [earning, one] of restated) {
    if (earning.activities.some(({ id }) => byHand.has(id))) continue;
    await restateEarning(tx, deps, program, { order, earning, restated: one, parties });
  }
  const buyer = parties.get(order.customer_id)!;
  const at = entryMoment(deps.clock.now(program), buyer);
  if (activities.length === 0 && wasUndone) {
    parties.set(buyer.id, await earnFromOrder(tx, deps, program, buyer, order, at));
  } else if (isEdited) {
    const earnedBy = new Set([...restated.keys()].map(({ rule_id }) => rule_id));
    parties.set(buyer.id, await earnMissing(tx, deps, program, buyer, { order, earned_by: earnedBy, at }));
  }
}
