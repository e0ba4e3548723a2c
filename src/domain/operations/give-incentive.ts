import { takePooledCode } from '../claims/code-pool-store.ts';
import { generateCode, normaliseCode } from '../claims/codes.ts';
import { promisedToday } from '../claims/promised-amounts.ts';
import { reserveInventory } from '../claims/reserve-inventory.ts';
import { intervalAt } from '../core/calendar.ts';
import { DomainError } from '../core/errors.ts';
import { windowStart } from '../core/limits.ts';
import { type Hooks, runInTransaction, type Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { findReferrerId } from '../customers/store.ts';
import { entryMoment, lockOwner } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { ReferralSettings } from '../programs/program-settings.ts';
import { findIncentiveReward } from '../referrals/incentive-reward.ts';
import { type Referee, type RefereeKeys, refereeKeys } from '../referrals/referee.ts';
import {
  countBrought,
  countFromAddress,
  countGiven,
  findByReferee,
  hasCustomerOfEmail,
  insertReferral,
  isCodeKnown,
  lockKey,
  type NewReferral,
} from '../referrals/store.ts';

interface IncentiveInput {
  program: Program;
  /** The referral id of the customer whose link the friend followed. */
  referral_id: string;
  referee: Referee;
  /** The currency in which the friend sees its incentive; undefined: that of the referrer's home site. */
  currency?: string;
}

/** The incentive that a friend gets. */
interface GivenIncentive {
  code: string;
}

/**
 * Gives a friend the voucher code that a customer's link promises. A friend gets one code and is recognised by its
 * email, or else by its address and browser. It gets the same code again whenever it asks again, through any customer's
 * link. Refuses with the first reason that holds: referrals_not_enabled, invalid_referral_id, referee_email_required,
 * invalid_referee (the friend is the referrer, or is a customer already), referral_cap_reached, fraud_detected (too
 * many codes by this customer's link today, or too many friends from one address), no_vouchers_available.
 */
export async function giveIncentive(
  deps: Deps,
  input: IncentiveInput,
  hooks?: Hooks<GivenIncentive>,
): Promise<GivenIncentive> {
  const { program, referee } = input;
  const every = refereeKeys(deps, program.id, referee);
  const [keys] = every;
  return runInTransaction(deps, hooks, async (tx) => {
    const settings = program.settings.referrals;
    if (!settings) throw new DomainError('referrals_not_enabled', 'The program has no referrals.');
    const referrer = await lockReferrer(tx, program, input.referral_id);
    if (settings.requires_email && referee.email === null) {
      throw new DomainError('referee_email_required', "The friend's email is required.");
    }
    if (referee.email !== null && referee.email.toLowerCase() === referrer.email?.toLowerCase()) {
      throw new DomainError('invalid_referee', 'Customers cannot refer themselves.');
    }
    // Other requests may ask for the same friend through another customer's link.
    await lockKey(tx, keys.referee_key);
    const before = await findByReferee(
      tx,
      program.id,
      every.map(({ referee_key }) => referee_key),
    );
    if (before) return { code: before.code! };
    if (referee.email !== null && (await hasCustomerOfEmail(tx, program.id, referee.email))) {
      throw new DomainError('invalid_referee', 'The friend is a customer already.');
    }
    const at = entryMoment(deps.clock.now(program), referrer);
    await refuseExcess(tx, program, settings, referrer, every, at);
    const code = await allocate(tx, deps, program, {
      referrer,
      ...keys,
      ...promisedToday(program, input.currency ?? program.site(referrer.site_id)!.currency),
      referee_email: referee.email,
      at,
    });
    return { code };
  });
}

async function lockReferrer(tx: Tx, program: Program, referralId: string): Promise<CustomerRow> {
  const id = await findReferrerId(tx, program.id, referralId);
  const referrer = id === undefined ? undefined : await lockOwner(tx, program.id, id);
  if (!referrer || referrer.enrolled_at === null || referrer.blocked_at !== null) {
    throw new DomainError('invalid_referral_id', 'There is no customer of that referral id who may refer.');
  }
  return referrer;
}

/**
 * The default if the program file has none: more friends than one customer sends in a day, and few enough for the store
 * to give vouchers to all.
 */
const DAILY_CODES_PER_CUSTOMER = 50;

/**
 * Counts under the locks of the referrer and of the address. So no number of simultaneous requests gets past either
 * limit.
 */
async function refuseExcess(
  tx: Tx,
  program: Program,
  settings: ReferralSettings,
  referrer: CustomerRow,
  every: readonly [RefereeKeys, ...RefereeKeys[]],
  at: number,
): Promise<void> {
  const zone = program.site(referrer.site_id)!.time_zone;
  const { cap, daily_friends_per_address, daily_codes_per_customer = DAILY_CODES_PER_CUSTOMER } = settings;
  if (cap && (await countBrought(tx, referrer, windowStart(cap, zone, at))) >= cap.count) {
    throw new DomainError('referral_cap_reached', 'The customer has referred as many friends as it may.');
  }
  const today = intervalAt('day', zone, at).start;
  if ((await countGiven(tx, referrer, today)) >= daily_codes_per_customer) {
    throw new DomainError('fraud_detected', "Too many codes were asked for by this customer's link today.");
  }
  const addressKeys = every.map(({ address_key }) => address_key);
  await lockKey(tx, every[0].address_key);
  if ((await countFromAddress(tx, program.id, addressKeys, today)) >= daily_friends_per_address) {
    throw new DomainError('fraud_detected', 'Too many friends come from this address today.');
  }
}

const ONE = { variant_id: null, quantity: 1 };
const DRAWS = 5;

/** Takes a code as a claim of the incentive would, and records the friend with it. */
async function allocate(
  tx: Tx,
  deps: Pick<Deps, 'random' | 'logger'>,
  program: Program,
  referral: Omit<NewReferral, 'code' | 'code_key' | 'terms'>,
): Promise<string> {
  const reward = findIncentiveReward(program);
  const inventory = reward && (await reserveInventory(tx, program.id, reward, ONE, referral.at));
  if (!reward || !inventory) {
    const { key = null } = reward ?? {};
    deps.logger.warn({ program: program.key, reward: key }, 'there is no voucher left for referred friends');
    throw new DomainError('no_vouchers_available', 'There is no voucher left for friends.');
  }
  let pooled = inventory.pooled_code;
  for (let draws = 1; draws <= DRAWS; draws += 1) {
    const code = pooled ?? (reward.codes.kind === 'generated' && generateCode(deps.random, reward.codes));
    if (!code) break;
    const code_key = normaliseCode(code);
    const isFree = pooled !== null || !(await isCodeKnown(tx, program.id, code_key));
    const given = { ...referral, code, code_key, terms: reward.properties };
    if (isFree && (await insertReferral(tx, given))) return code;
    if (pooled !== null) pooled = (await takePooledCode(tx, program.id, reward.id, referral.at)) ?? null;
  }
  throw new DomainError('voucher_allocation_failed', 'No free voucher code could be found. Try again.');
}
