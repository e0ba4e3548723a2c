import type { Program, Site } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { sessionCurrency, sessionLanguage } from './session-locale.ts';
import { sessionTokenHash } from './session-token.ts';
import { findWebviewSessionByHash } from './store.ts';

export interface WebviewSession {
  id: number;
  program: Program;
  site: Site;
  customer_id: number | null;
  channel: string;
  language: string;
  currency: string;
  /** In ms of the wall clock. */
  expires_at: number;
  expired: boolean;
}

/** The session of a token. An expired session is found for one more day, so that its page can say that it expired. */
export async function findWebviewSession(deps: Deps, token: string): Promise<WebviewSession | undefined> {
  const row = await findWebviewSessionByHash(deps.db, sessionTokenHash(token));
  if (!row) return undefined;
  const program = await deps.programs.get(row);
  const site = program.site(row.site_id)!;
  return {
    id: row.id,
    program,
    site,
    customer_id: row.customer_id,
    channel: row.channel,
    // The language is checked again, because the program file may have changed since.
    language: sessionLanguage(site, row.language),
    currency: sessionCurrency(program, site, row.currency),
    expires_at: row.expires_at,
    // The page would go on to give what the API refuses for a site that has left the program.
    expired: !site.enabled || row.expires_at <= deps.clock.real(),
  };
}
