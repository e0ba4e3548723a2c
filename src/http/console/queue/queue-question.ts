import { findCustomer } from '../../../domain/customers/find-customer.ts';
import { findByEmail } from '../../../domain/customers/store.ts';
import { ACTIVITY_CAUSES, type WaitingFilters } from '../../../domain/listings/waiting-activities.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { withQuery } from '../place.ts';

const DAY = 24 * 3_600_000;
const POINTS = /^\d{1,15}$/;

/** A question for activities, in the fields of the form; an empty field asks for all. */
export interface QueueQuestion {
  rule: string;
  cause: string;
  /** The least number of days since the activity was recorded. */
  older: string;
  /** The least number of points. */
  above: string;
  /** The id of a customer in the store, or its whole email. */
  customer: string;
  /** The page begins after this id. */
  after: number;
}

/** The numbers of days since the recording that can be chosen. */
export const AGES = ['1', '7', '30'] as const;

export function queueQuestion(query: Readonly<Record<string, string | undefined>>): QueueQuestion {
  const { rule = '', cause = '', older = '', above = '', customer = '', after = '' } = query;
  return {
    rule,
    cause,
    older,
    above: above.trim(),
    customer: customer.replaceAll('\0', '').trim(),
    after: /^\d{1,15}$/.test(after) ? Number(after) : 0,
  };
}

export function hasWrongPoints({ above }: QueueQuestion): boolean {
  return above !== '' && !POINTS.test(above);
}

/** The address of the queue for a question, or of a form below it, which leads back there. The queue reports `done`. */
export function queueAddress(place: string, question: QueueQuestion, path = '', done?: string): string {
  const after = question.after > 0 ? { after: String(question.after) } : {};
  return withQuery(`${place}/queue${path}`, { ...queryOf(question), ...after, done });
}

/** The fields of a question that are not empty. */
export function queryOf({ after: _after, ...fields }: QueueQuestion): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/** The id of the customer in a question; undefined: there is no such customer; null: the question names none. */
export async function customerOf(
  { db }: Pick<Deps, 'db'>,
  { id }: Program,
  { customer }: QueueQuestion,
): Promise<number | null | undefined> {
  if (customer === '') return null;
  return ((await findCustomer(db, id, customer)) ?? (await findByEmail(db, id, customer)))?.id;
}

/** null: no activity can match, or the customer does not exist. An unknown rule, cause or age counts as absent. */
export function waitingFilters(
  program: Program,
  question: QueueQuestion,
  customer_id: number | null | undefined,
  now: number,
): WaitingFilters | null {
  if (customer_id === undefined || hasWrongPoints(question)) return null;
  const { rule, cause, older, above } = question;
  const days = AGES.find((age) => age === older);
  return {
    customer_id,
    rule_id: program.rules.find(({ key }) => key === rule)?.id ?? null,
    cause: ACTIVITY_CAUSES.find((one) => one === cause) ?? null,
    points_above: above === '' ? null : Number(above),
    before: days === undefined ? null : now - Number(days) * DAY,
  };
}
