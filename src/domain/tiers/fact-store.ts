import { CompiledQuery } from 'kysely';
import { msOf, timestampText } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import type { BoundaryMode } from '../programs/program-settings.ts';
import { earliestFact, type TierFact } from './evaluation-window.ts';

/**
 * The form in which a program's facts are read: one by one or, for lifetime memberships, as one total that does not
 * grow.
 */
export type FactSource = 'none' | BoundaryMode | `total_${BoundaryMode}`;

export function factSource({ settings }: Program): FactSource {
  const { tier_boundary_mode, tier_membership } = settings;
  if (!tier_membership) return 'none';
  return tier_membership.mode === 'lifetime' ? `total_${tier_boundary_mode}` : tier_boundary_mode;
}

/** The date in ms and the amount. A total has the date of its latest fact. */
export type FactTuple = [number, number];

/**
 * The condition on `since` compares `from`, which is never before `date`. The index begins with `from` and includes the
 * amounts.
 */
const TABLES = {
  spend: {
    rows: 'orders where spend_minor > 0',
    date: 'date',
    from: 'date',
    amount: 'spend_minor',
  },
  orders: {
    rows: `orders where paid_at is not null and cancelled_at is null and refund_status <> 'refunded' and earns`,
    date: 'date',
    from: 'date',
    amount: '1',
  },
  /**
   * The moment at which points were due for approval; the sweep may approve them later. Imported pending points count
   * as earned points.
   */
  points: {
    rows: `activities where state = 'approved' and value > 0`,
    date: 'least(approves_at, resolved_at)',
    from: 'resolved_at',
    amount: 'value - taken_back',
  },
} as const satisfies Record<BoundaryMode, object>;

interface FactArguments {
  program_id: string;
  customer_id: string;
  since: string;
}

/** SQL for one customer's facts as a json array of FactTuples; null: no facts. All arguments are SQL too. */
export function factsText(source: FactSource, of: FactArguments): string {
  if (source === 'none') return 'null::json';
  const { date, amount, selected } = selectedFacts(source, of);
  return source.startsWith('total_')
    ? `(select case when count(*) > 0 then json_build_array(json_build_array(${msOf(`max(${date})`)}, sum(${amount}))) end ${selected})`
    : `(select json_agg(json_build_array(${msOf(date)}, ${amount})) ${selected})`;
}

/** SQL for the sum of the facts that `factsText` gives. */
export function factTotalText(source: FactSource, of: FactArguments): string {
  if (source === 'none') return '0';
  const { amount, selected } = selectedFacts(source, of);
  return `(select coalesce(sum(${amount}), 0) ${selected})`;
}

function selectedFacts(source: Exclude<FactSource, 'none'>, of: FactArguments) {
  const { rows, date, from, amount } = TABLES[source.replace('total_', '') as BoundaryMode];
  const selected = `from ${rows} and program_id = ${of.program_id} and customer_id = ${of.customer_id} and ${from} >= ${of.since}`;
  return { date, amount, selected };
}

export function tierFacts(tuples: readonly FactTuple[] | null): TierFact[] {
  return (tuples ?? []).map(([date, amount]) => ({ date, amount }));
}

/** Every fact of the locked customer that may count at `at` or later. */
export async function listFacts(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  at: number,
): Promise<TierFact[]> {
  const rules = program.settings.tier_membership;
  if (!rules) return [];
  const since = earliestFact(rules, at);
  const isNewcomer = rules.mode === 'enrollment_anniversary' && (customer.enrolled_at ?? at) >= since;
  const text = factsText(factSource(program), {
    program_id: '$1::bigint',
    customer_id: '$2::bigint',
    since: '$3::timestamptz',
  });
  const values = [program.id, customer.id, isNewcomer ? '-infinity' : timestampText(since)];
  const { rows } = await tx.executeQuery<{ facts: FactTuple[] | null }>(
    CompiledQuery.raw(`select ${text} as facts`, values),
  );
  return tierFacts(rows[0]?.facts ?? null);
}
