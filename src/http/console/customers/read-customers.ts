import { type CustomerNote, listNotes } from '../../../domain/customers/note-store.ts';
import { type Balance, balanceAt } from '../../../domain/ledger/balance-at.ts';
import { type CurvePoint, readBalanceCurve } from '../../../domain/listings/balance-curve.ts';
import { type CustomerRecord, findCustomerRecord } from '../../../domain/listings/customer-store.ts';
import { readTimeline, type TimelinePage } from '../../../domain/listings/customer-timeline.ts';
import { getCustomerAfterDue } from '../../../domain/operations/get-customer-after-due.ts';
import { namesOfOperators } from '../../../domain/operators/operator-store.ts';
import { listRequests, type OpenRequest } from '../../../domain/operators/request-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { loadStorefrontCustomer } from '../../../domain/storefront/load-customer.ts';
import type { TierStatus } from '../../../domain/tiers/tier-status.ts';
import { zoneOf } from './customer-words.ts';
import { KINDS_SHOWN, type TimelineQuestion } from './timeline-question.ts';

const ON_A_PAGE = 50;

export interface CustomerWithHistory {
  customer: CustomerRecord;
  notes: CustomerNote[];
  /** Actions that wait for a second person. */
  requests: OpenRequest[];
  /** The names of the authors of notes and requests, by id. */
  names: ReadonlyMap<number, string>;
  timeline: TimelinePage;
  balance: Balance;
  /** The status in the tiers, as storefronts read it; null: the customer has no tier. */
  status: TierStatus | null;
  curve: CurvePoint[];
  shown: TimelineQuestion;
  /** The notes are those below this id; undefined: the newest ones. */
  notes_before: number | undefined;
}

/** The requested parts of a customer's history. */
type HistoryQuestion = Pick<CustomerWithHistory, 'shown' | 'notes_before'>;

/**
 * A customer after all due work, with its notes, its requests and a page of its timeline; undefined: no customer has
 * this id.
 */
export async function readCustomer(
  deps: Deps,
  program: Program,
  id: number,
  { shown, notes_before }: HistoryQuestion,
): Promise<CustomerWithHistory | undefined> {
  const known = await findCustomerRecord(deps.db, program.id, id);
  if (!known) return undefined;
  await getCustomerAfterDue(deps, program, known.merchant_id);
  const { zone, now } = { zone: zoneOf(program, known), now: deps.clock.now(program) };
  const [customer, notes, requests, balance, { tier: status }, curve, timeline] = await Promise.all([
    findCustomerRecord(deps.db, program.id, known.id),
    listNotes(deps.db, program.id, known.id, notes_before),
    listRequests(deps.db, program.id, known.id),
    balanceAt(deps, program, known.id, null),
    loadStorefrontCustomer(deps, { program, customer_id: known.id, channel: 'web', country: null }),
    readBalanceCurve(deps, program.id, { customer_id: known.id, zone, now }),
    readTimeline(deps, program.id, {
      customer_id: known.id,
      kinds: KINDS_SHOWN[shown.show],
      before: shown.before,
      limit: ON_A_PAGE,
    }),
  ]);
  const noted = timeline.items.flatMap((item) => (item.kind === 'note' ? [item.data] : []));
  const writers = [...notes, ...requests, ...noted].flatMap(({ operator_id }) => operator_id ?? []);
  const names = await namesOfOperators(deps.db, [...new Set(writers)]);
  return (
    customer && { customer, notes, requests, names, balance, status, curve, timeline, shown, notes_before }
  );
}
