import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Birthday } from '../core/calendar.ts';
import { type Hooks, runInTransaction, type Tx } from '../core/transaction.ts';
import { birthdayOf } from '../customers/birthday.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { renameFriend } from '../customers/friend-store.ts';
import { mergedMetadata } from '../customers/metadata.ts';
import { type CustomerFields, updateFields } from '../customers/store.ts';
import { refuseImpossible } from '../customers/valid-birthday.ts';
import { lockAfterDue } from '../due/process-due-in.ts';
import { findEmailGuest, isEmailGuest, mergeEmailGuest } from '../enrolment/email-guest.ts';
import { dueUnderNewer, refreshNextDue } from '../ledger/due.ts';
import { entryMoment, lockCustomer, lockOwner } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { awaitBirthday } from '../rules/birthdays.ts';
import { reviewUpgrade } from '../tiers/review-tier.ts';

/** Fields that a back end changes; an absent field stays. */
export interface CustomerChanges {
  email?: string | null;
  first_name?: string | null;
  last_name?: string | null;
  birthday?: Birthday | null;
  blocked?: boolean;
  /** Members to set; null removes a member. Members that are not named stay. */
  metadata?: Record<string, unknown>;
}

/**
 * Changes the fields of a customer, and blocks it or lifts the block. An unblocked customer is in the tier that its
 * facts gave while it was blocked. A birthday that is today at home is celebrated at once. Throws not_found,
 * email_already_in_use, invalid_date; invalid_request if the metadata would become too long.
 */
export async function updateCustomer(
  deps: Deps,
  input: { program: Program; customer_id: number; changes: CustomerChanges; by: Actor },
  hooks?: Hooks<void>,
): Promise<void> {
  const { program, changes } = input;
  await runInTransaction(deps, hooks, async (tx) => {
    const { birthday, blocked } = changes;
    const guest = await lockWithEmailGuest(tx, program, input.customer_id, changes.email);
    // Work that fell due during the block is processed as for a blocked customer.
    const locked =
      blocked === false
        ? (await lockAfterDue(tx, deps, program, input.customer_id)).customer
        : await lockCustomer(tx, program.id, input.customer_id);
    const customer =
      guest && locked.blocked_at === null ? await mergeEmailGuest(tx, deps, program, guest, locked) : locked;
    const now = deps.clock.now(program);
    const at = entryMoment(now, customer);
    if (birthday) refuseImpossible(birthday, program.site(customer.site_id)!.time_zone, now);
    const fields = changedFields(customer, changes, at);
    if (Object.keys(fields).length === 0) return;
    let updated = await updateFields(tx, customer, fields, at);
    if (fields.email !== undefined) await renameFriend(tx, program.id, customer.email, fields.email);
    await auditChanges(tx, deps, input.by, customer, fields);
    if (fields.blocked_at === null) {
      updated = await reviewUpgrade(tx, deps, program, updated, at);
      updated = await refreshNextDue(tx, program, updated);
    }
    if (birthday && 'birthday_day' in fields && updated.enrolled_at !== null)
      updated = await awaitBirthday(tx, deps, program, updated, now);
    if (fields.blocked_at === null || 'birthday_day' in fields) await dueUnderNewer(tx, program, updated, at);
  });
}

/**
 * Locks the customer and the guest that an order named by its new email, in ascending order of ids; returns the guest.
 */
async function lockWithEmailGuest(
  tx: Tx,
  program: Program,
  customerId: number,
  email: string | null | undefined,
): Promise<CustomerRow | undefined> {
  const found = await findEmailGuest(tx, program.id, email);
  if (!found || found.id === customerId) return undefined;
  const locked = new Map<number, CustomerRow>();
  for (const id of [found.id, customerId].sort((a, b) => a - b))
    locked.set(id, await lockOwner(tx, program.id, id));
  const guest = locked.get(found.id)!;
  return guest.id === found.id && isEmailGuest(guest) ? guest : undefined;
}

/** The audit names the fields that changed, never their values: values would outlast the customer's erasure. */
async function auditChanges(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  actor: Actor,
  customer: CustomerRow,
  { blocked_at, ...known }: CustomerFields,
): Promise<void> {
  const told = {
    program_id: customer.program_id,
    actor,
    subject: { kind: 'customer', id: customer.id } as const,
  };
  const fields = ['email', 'first_name', 'last_name', 'birthday', 'metadata'].filter(
    (field) => (field === 'birthday' ? 'birthday_day' : field) in known,
  );
  if (fields.length > 0)
    await recordAudit(tx, deps, { ...told, action: 'customer.updated', details: { fields } });
  if (blocked_at === undefined) return;
  const action = blocked_at === null ? 'customer.unblocked' : 'customer.blocked';
  await recordAudit(tx, deps, { ...told, action });
}

function changedFields(customer: CustomerRow, changes: CustomerChanges, at: number): CustomerFields {
  const { birthday, blocked, metadata } = changes;
  const fields: CustomerFields = {};
  for (const field of ['email', 'first_name', 'last_name'] as const) {
    const value = changes[field];
    if (value !== undefined && value !== customer[field]) fields[field] = value;
  }
  if (birthday !== undefined && !isSame(birthdayOf(customer), birthday)) {
    fields.birthday_day = birthday?.day ?? null;
    fields.birthday_month = birthday?.month ?? null;
    fields.birthday_year = birthday?.year ?? null;
    fields.next_birthday_at = null;
  }
  if (blocked !== undefined && blocked !== (customer.blocked_at !== null)) {
    fields.blocked_at = blocked ? at : null;
  }
  if (metadata !== undefined) {
    const known = mergedMetadata(customer.metadata, metadata);
    if (!isDeepStrictEqual(known, customer.metadata)) fields.metadata = known;
  }
  return fields;
}

function isSame(known: Birthday | null, given: Birthday | null): boolean {
  if (known === null || given === null) return known === given;
  const { day, month, year = null } = known;
  return day === given.day && month === given.month && year === (given.year ?? null);
}
