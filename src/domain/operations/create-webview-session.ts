import { type Hooks, runInTransaction, type Tx } from '../core/transaction.ts';
import { findCustomer } from '../customers/find-customer.ts';
import { ensureCustomerIn } from '../enrolment/ensure-customer-in.ts';
import type { Program, Site } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { sessionCurrency, sessionLanguage } from '../webviews/session-locale.ts';
import { newSessionToken, sessionTokenHash } from '../webviews/session-token.ts';
import { insertWebviewSession } from '../webviews/store.ts';

interface WebviewSessionInput {
  program: Program;
  site: Site;
  /** The calling app's name. */
  channel: string;
  /** ISO 639-1 and ISO 4217; if absent or unsupported, the site's. */
  language?: string;
  currency?: string;
  /** The customer for whom the page is; the caller has authenticated that customer. Absent: a guest. */
  customer?: { merchant_id: string; email?: string | null };
}

export interface NewWebviewSession {
  session_id: number;
  /** Returned only here: the database holds its hash. */
  token: string;
  customer_id: number | null;
  /** In ms of the wall clock, whatever the program's own clock says. */
  expires_at: number;
}

/**
 * Makes a web view session. An unknown customer is created, and enrolled if the program enrols on sight. A known
 * customer and its email are not changed. Throws DomainError email_already_in_use if a new customer brings the email of
 * another.
 */
export async function createWebviewSession(
  deps: Deps,
  input: WebviewSessionInput,
  hooks?: Hooks<NewWebviewSession>,
): Promise<NewWebviewSession> {
  const { program, site } = input;
  return runInTransaction(deps, hooks, async (tx) => {
    const token = newSessionToken(deps.random);
    const customer_id = input.customer ? await customerOf(tx, deps, input, input.customer) : null;
    const created_at = deps.clock.real();
    const expires_at = created_at + program.settings.webview_session_seconds * 1000;
    const session_id = await insertWebviewSession(tx, {
      program_id: program.id,
      token_hash: sessionTokenHash(token),
      site_id: site.id,
      customer_id,
      channel: input.channel,
      language: sessionLanguage(site, input.language),
      currency: sessionCurrency(program, site, input.currency),
      created_at,
      expires_at,
    });
    return { session_id, token, customer_id, expires_at };
  });
}

/** A known customer is not written here, so its row is not locked: a lock would only delay others. */
async function customerOf(
  tx: Tx,
  deps: Deps,
  { program, site }: WebviewSessionInput,
  customer: NonNullable<WebviewSessionInput['customer']>,
): Promise<number> {
  const known = await findCustomer(tx, program.id, customer.merchant_id);
  if (known) return known.id;
  const created = await ensureCustomerIn(tx, deps, {
    program,
    site,
    merchant_id: customer.merchant_id,
    email: customer.email ?? null,
    on_email_conflict: 'refuse',
  });
  return created.id;
}
