import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../core/transaction.ts';
import { effectName, type PlanEffect } from './effect.ts';
import { type Member, type MemberPage, readMembers } from './member-store.ts';
import type { Programs } from './program-after.ts';
import { type TierChange, tierChange, touchesTiers } from './tier-change.ts';

const ORDER = { rises: 0, leaves: 1, falls: 2, stays: 3 } as const satisfies Record<
  TierChange['kind'],
  number
>;

/** Counts the customers whose tier changes, by the kind of the change and the two tiers. */
export async function countTierEffects(tx: Tx, programs: Programs, now: number): Promise<PlanEffect[]> {
  const counted = new Map<string, { change: TierChange; customers: number }>();
  for await (const { changes } of tierChanges(tx, programs, now, 0)) {
    for (const { change } of changes) {
      const name = nameOf(change);
      const held = counted.get(name);
      if (!held) counted.set(name, { change, customers: 1 });
      else {
        held.customers += 1;
        if (change.at !== null && held.change.at !== null && change.at < held.change.at) held.change = change;
      }
    }
  }
  return [...counted]
    .map(([name, { change, customers }]) => ({ name, change, customers }))
    .sort((a, b) => ORDER[a.change.kind] - ORDER[b.change.kind] || b.customers - a.customers)
    .map(({ name, change, customers }) => ({
      name,
      kind: `tier_${change.kind}` as const,
      customers,
      from_tier: change.from,
      to_tier: change.to,
      ...(change.at !== null && { first_at: change.at }),
    }));
}

/** The customers above an id with this change of tier, lowest id first. */
export async function listTierChanged(
  tx: Tx,
  programs: Programs,
  now: number,
  { name, after, limit }: { name: string; after: number; limit: number },
): Promise<number[]> {
  const found: number[] = [];
  for await (const { changes } of tierChanges(tx, programs, now, after)) {
    found.push(...changes.filter(({ change }) => nameOf(change) === name).map(({ id }) => id));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

function nameOf({ kind, from, to }: TierChange): string {
  return effectName(`tier_${kind}`, from, to);
}

/**
 * Reads the customers above an id, a page at a time, so that memory stays constant for any number of them. Postgres
 * reads the next page while this process decides the present one.
 */
async function* tierChanges(tx: Tx, programs: Programs, now: number, from: number) {
  if (!touchesTiers(programs)) return;
  let reading = readAhead(readMembers(tx, programs, now, from));
  try {
    for (;;) {
      const { last, members } = await reading;
      if (last === null) return;
      reading = readAhead(readMembers(tx, programs, now, last));
      // The decisions run without a pause: without this line the statement would be sent after them.
      await setImmediate();
      yield { changes: changesOf(programs, members, now) };
    }
  } finally {
    // A caller that stops early ends the transaction next, so this waits for the statement.
    await reading.catch(() => {});
  }
}

/**
 * A page that is being read. If the read fails, the caller gets the error when it awaits the page, and nothing else
 * reports it before.
 */
function readAhead(page: Promise<MemberPage>): Promise<MemberPage> {
  page.catch(() => {});
  return page;
}

function changesOf(
  programs: Programs,
  members: Iterable<Member>,
  now: number,
): { id: number; change: TierChange }[] {
  const changes: { id: number; change: TierChange }[] = [];
  for (const member of members) {
    const change = tierChange(programs, member, member.facts, now);
    if (change) changes.push({ id: member.id, change });
  }
  return changes;
}
