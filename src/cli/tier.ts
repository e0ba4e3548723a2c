import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { type SetTier, setTier, unsetTier } from '../domain/operations/set-tier.ts';
import { EXIT } from './exit-codes.ts';
import type { Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';
import { withProgram } from './with-program.ts';

/** `loyaltyd tier set MERCHANT_ID TIER` */
export async function setTierCommand(
  shell: Shell,
  customer_merchant_id: string,
  tier_key: string,
  options: { program: string },
): Promise<Outcome> {
  const set = await withProgram(loadConfig(shell.env), SERVER_LIMITS, options.program, (deps, program) =>
    setTier(deps, {
      program,
      customer_merchant_id,
      tier_key,
      by: { kind: 'command', name: 'tier set' },
    }),
  );
  const text = set.changed
    ? `Customer ${customer_merchant_id} is in ${tier_key} now.`
    : `Customer ${customer_merchant_id} was in ${tier_key} before.`;
  return outcome(customer_merchant_id, set, text);
}

/** `loyaltyd tier unset MERCHANT_ID` */
export async function unsetTierCommand(
  shell: Shell,
  customer_merchant_id: string,
  options: { program: string },
): Promise<Outcome> {
  const set = await withProgram(loadConfig(shell.env), SERVER_LIMITS, options.program, (deps, program) =>
    unsetTier(deps, { program, customer_merchant_id, by: { kind: 'command', name: 'tier unset' } }),
  );
  const tier = set.tier?.key ?? 'no tier';
  const text = set.changed
    ? `Customer ${customer_merchant_id} is in ${tier} now.`
    : `Customer ${customer_merchant_id} is in ${tier}, which is not given by hand.`;
  return outcome(customer_merchant_id, set, text);
}

function outcome(merchant_id: string, { customer_id, tier, changed }: SetTier, text: string): Outcome {
  return { exit_code: EXIT.ok, text, json: { customer_id, merchant_id, tier: tier?.key ?? null, changed } };
}
