import { loadConfig } from '../config.ts';
import { openDataKeys } from '../db/data-keys.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { findDemoFacts } from '../demo/demo-facts.ts';
import { systemClock, systemRandom } from '../deps.ts';
import { createWebviewSession } from '../domain/operations/create-webview-session.ts';
import { PASSWORD_COST } from '../domain/operators/password.ts';
import { ProgramCache } from '../domain/programs/cache.ts';
import { Outbound } from '../outbound/outbound.ts';
import { demoCurls } from './banner.ts';
import { withDatabase } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import { makeLogger } from './logger.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';

/**
 * `loyaltyd demo`: for users on another machine than the server, such as the host of a container. The page's address is
 * valid as long as any session.
 */
export async function showDemoCommand(shell: Shell): Promise<Outcome> {
  const config = loadConfig(shell.env);
  const noted = await findDemoFacts(config.data_dir);
  if (!noted) throw noDemo(`${config.data_dir} has no demo.json`);
  const facts = { ...noted, base_url: config.public_url };
  const page = await withDatabase(config, SERVER_LIMITS, async ({ db, hot }) => {
    const programs = new ProgramCache(db);
    const program = (await programs.all()).find(
      ({ test, sites }) => test && sites.some(({ id }) => id === facts.site_id),
    );
    if (!program) throw noDemo('its program is not in this database');
    const outbound = new Outbound({ allow_private: false });
    const deps = {
      db,
      hot,
      programs,
      clock: systemClock,
      random: systemRandom,
      password_cost: PASSWORD_COST,
      logger: makeLogger(config.log_level, shell.stdout),
      ...(await openDataKeys(db, config.secret_key, 'command')),
      publicUrl: config.public_url,
      outbound,
    };
    const { token, expires_at } = await createWebviewSession(deps, {
      program,
      site: program.site(facts.site_id)!,
      channel: 'demo',
      customer: { merchant_id: facts.customer.merchant_id },
    }).finally(() => outbound.close());
    return { url: `${config.public_url}/page/${token}`, expires_at: new Date(expires_at).toISOString() };
  });
  const text = [
    `The demo customer's loyalty page, until ${page.expires_at}:`,
    page.url,
    'Earn points, redeem them for a product, and see the transactions that prove it:',
    ...demoCurls(facts, facts.api_key),
  ].join('\n\n');
  return { exit_code: EXIT.ok, text, json: { ...facts, page } };
}

function noDemo(why: string): CommandError {
  return new CommandError(EXIT.failed, `There is no demo here: ${why}. A server with DEMO=on makes one.`);
}
