import type { Consent } from '../../db/customer-tables.ts';
import type { Birthday } from '../core/calendar.ts';
import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { findCustomer } from '../customers/find-customer.ts';
import { findReferrerId, insertCustomer, setEnrolled } from '../customers/store.ts';
import { dueUnderNewer } from '../ledger/due.ts';
import { entryMoment, lockOwner } from '../ledger/lock-customer.ts';
import type { Program, Site } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { Channel } from '../programs/program-settings.ts';
import { awaitBirthday } from '../rules/birthdays.ts';
import { completeRulesBy } from '../rules/complete-rules.ts';
import { reviewUpgrade } from '../tiers/review-tier.ts';
import { applyAwaiting } from './apply-awaiting.ts';
import { findEmailGuest, isEmailGuest, mergeEmailGuest } from './email-guest.ts';

export interface CustomerInput {
  program: Program;
  /** The home site of a new customer. */
  site: Site;
  merchant_id: string;
  email?: string | null;
  first_name?: string | null;
  last_name?: string | null;
  birthday?: Birthday | null;
  email_marketing?: Consent;
  sms_marketing?: Consent;
  /** The referral id of the customer whose link brought a new customer. An unknown id is ignored. */
  referral_id?: string | null;
  channel?: Channel;
  /**
   * If another customer has the email of a new one: refuse with `email_already_in_use`, or create the customer without
   * the email.
   */
  on_email_conflict?: 'refuse' | 'keep_without';
}

/**
 * Finds or creates the customer with a merchant_id, inside a transaction, and returns it locked. An existing customer
 * is not changed. If an order named a new customer's email before, that guest becomes the customer, with all its
 * purchases.
 */
export async function ensureCustomerIn(tx: Tx, deps: Deps, input: CustomerInput): Promise<CustomerRow> {
  const { program } = input;
  const known = await lockNamed(tx, program, input.merchant_id);
  if (known) return known;
  const now = deps.clock.now(program);
  const referrerId = input.referral_id ? await findReferrerId(tx, program.id, input.referral_id) : undefined;
  const draft = {
    program_id: program.id,
    site_id: input.site.id,
    merchant_id: input.merchant_id,
    email: input.email ?? null,
    first_name: input.first_name ?? null,
    last_name: input.last_name ?? null,
    birthday: input.birthday ?? null,
    email_marketing: input.email_marketing ?? 'unknown',
    sms_marketing: input.sms_marketing ?? 'unknown',
    referred_by: referrerId ?? null,
  } as const;
  const guest = await lockEmailGuest(tx, program, input.email);
  let created = guest
    ? await insertCustomer(tx, deps.random, { ...draft, email: null }, now)
    : await insertCustomer(tx, deps.random, draft, now);
  if (created && guest) created = await mergeEmailGuest(tx, deps, program, guest, created);
  if (!created) {
    const rival = await lockNamed(tx, program, input.merchant_id);
    if (rival) return rival;
    if (input.on_email_conflict !== 'keep_without') {
      throw new DomainError('email_already_in_use', 'Another customer of the program has this email.');
    }
    created = await insertCustomer(tx, deps.random, { ...draft, email: null }, now);
    if (!created) return (await lockNamed(tx, program, input.merchant_id))!;
  }
  return program.settings.enrol_on_sight
    ? enrolIn(tx, deps, program, created, { channel: input.channel ?? null, was_guest: guest !== undefined })
    : created;
}

/** undefined: no customer has the name, or the customer was erased before it could be locked. */
async function lockNamed(tx: Tx, program: Program, merchantId: string): Promise<CustomerRow | undefined> {
  const found = await findCustomer(tx, program.id, merchantId);
  const locked = found && (await lockOwner(tx, program.id, found.id));
  return locked?.erased_at === null ? locked : undefined;
}

async function lockEmailGuest(
  tx: Tx,
  program: Program,
  email: string | null | undefined,
): Promise<CustomerRow | undefined> {
  const found = await findEmailGuest(tx, program.id, email);
  const locked = found && (await lockOwner(tx, program.id, found.id));
  return locked && isEmailGuest(locked) ? locked : undefined;
}

/**
 * Enrols the locked guest. It enters the tier that its orders give. It completes the rules of joining and, if it is
 * already subscribed to emails, those of subscribing. The rules are applied to its purchases and activities as a guest.
 * A reward that is out of stock is not given, and stops nothing else. `was_guest` false: the customer is new, so there is
 * nothing of a guest.
 */
export async function enrolIn(
  tx: Tx,
  deps: Deps,
  program: Program,
  guest: CustomerRow,
  { channel, was_guest }: { channel: Channel | null; was_guest: boolean },
): Promise<CustomerRow> {
  const now = deps.clock.now(program);
  const at = entryMoment(now, guest);
  let customer = await setEnrolled(tx, guest, at);
  customer = await dueUnderNewer(tx, program, await reviewUpgrade(tx, deps, program, customer, at), at);
  const trigger = { date: at, at, channel };
  ({ customer } = await completeRulesBy(tx, deps, program, customer, 'joining', trigger));
  if (customer.email_marketing === 'subscribed')
    ({ customer } = await completeRulesBy(tx, deps, program, customer, 'email_consent', trigger));
  if (was_guest) customer = await applyAwaiting(tx, deps, program, customer, at);
  return awaitBirthday(tx, deps, program, customer, now);
}
