import { DomainError } from '../core/errors.ts';
import { refuseFuture, reportedDate } from '../core/reported-date.ts';
import { type Hooks, runInTransaction, skipped, type Tx } from '../core/transaction.ts';
import { findCustomer } from '../customers/find-customer.ts';
import { ensureCustomerIn } from '../enrolment/ensure-customer-in.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { Channel } from '../programs/program-settings.ts';
import { SIGN_UP } from '../programs/rule-kinds.ts';
import { completeActivityReport, isCompletedByOrders } from '../rules/activity-report.ts';
import type { RuleAction } from '../rules/award-completion.ts';
import { findReport, insertReport } from '../rules/report-store.ts';
import { type ReportDraft, reportUnlocked } from '../rules/report-unlocked.ts';
import { processDue } from './process-due.ts';

/** An activity of a customer, as a back end reports it. */
export interface ActivityInput {
  program: Program;
  /** The name of a rule: built in, or a custom rule's own. */
  name: string;
  /** The store's id of the customer. */
  customer_id: string;
  customer_email: string | null;
  /** The caller's id of the activity; null: nothing tells it from others of the same name. */
  merchant_id: string | null;
  /** The referral id of the referrer, if the customer is new by this activity. */
  referral_id: string | null;
  channel: Channel;
  /** The moment it happened; null: now. */
  date: number | null;
}

interface RecordedActivity extends ReportDraft {
  /** False if the program already had the activity: nothing was changed. */
  recorded: boolean;
  actions: RuleAction[];
}

/**
 * Records an activity once and completes the rules of its name that are open to the customer. A guest's activity waits
 * for its enrolment. A blocked customer's activity is recorded and completes nothing. An unknown customer is created.
 * Throws not_found if no rule has the name and it is no sign-up by a customer's link; invalid_request for a date in the
 * future and for a name whose rules orders complete.
 *
 * Without hooks, or with skippable ones, an activity of a known customer that gives points is one unlocked read, a pure
 * decision and one guarded statement (`reportUnlocked`). Otherwise the customer is locked, and it is decided again.
 */
export async function recordActivity(
  deps: Deps,
  input: ActivityInput,
  hooks?: Hooks<RecordedActivity, ReportDraft>,
): Promise<RecordedActivity> {
  const { program } = input;
  refuseFuture(input.date, deps.clock.now(program));
  refuseName(program, input);
  const skips = skipped(hooks);
  const written = skips && (await reportUnlocked(deps, input, skips));
  if (written) return { ...written, recorded: true };
  const known = await findCustomer(deps.db, program.id, input.customer_id);
  if (known) await processDue(deps, program, known);
  return runInTransaction(deps, hooks, (tx) => recordIn(tx, deps, input));
}

/** A sign-up by a link names the referrer, even if joining itself completes no rule. */
function refuseName(program: Program, { name, referral_id }: ActivityInput): void {
  const rules = program.rules.filter((rule) => rule.name === name);
  const isBrought = name === SIGN_UP && referral_id !== null && program.settings.referrals !== null;
  if (rules.length === 0 && isBrought) return;
  if (rules.length === 0) throw new DomainError('not_found', 'No rule has this name.');
  if (rules.every(isCompletedByOrders)) {
    throw new DomainError('invalid_request', 'The request is not valid.', {
      details: { name: 'is of a rule that orders complete: record the order instead' },
    });
  }
}

async function recordIn(tx: Tx, deps: Deps, input: ActivityInput): Promise<RecordedActivity> {
  const { program, name, merchant_id, channel } = input;
  if (merchant_id !== null) {
    const already = await findReport(tx, program.id, name, merchant_id);
    if (already) return { customer_id: already.customer_id, recorded: false, actions: [] };
  }
  const customer = await ensureCustomerIn(tx, deps, {
    program,
    site: program.sites[0]!,
    merchant_id: input.customer_id,
    email: input.customer_email,
    referral_id: input.referral_id,
    channel,
    on_email_conflict: 'keep_without',
  });
  const at = entryMoment(deps.clock.now(program), customer);
  const report = await insertReport(tx, customer, {
    name,
    merchant_id,
    channel,
    date: reportedDate(input.date, at),
    created_at: at,
    awaits_enrolment: customer.enrolled_at === null && customer.blocked_at === null,
  });
  if (!report) {
    const rival = await findReport(tx, program.id, name, merchant_id!);
    return { customer_id: rival!.customer_id, recorded: false, actions: [] };
  }
  const { actions } = await completeActivityReport(tx, deps, program, customer, report, at);
  return { customer_id: customer.id, recorded: true, actions };
}
