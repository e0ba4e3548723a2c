import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { getCustomer } from '../domain/customers/find-customer.ts';
import { importCodes } from '../domain/operations/import-codes.ts';
import type { Program } from '../domain/programs/configuration.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { findProgramRows } from '../domain/programs/store.ts';
import { applyProgramFile } from '../program-file/apply-program-file.ts';
import { CART_REWARD, CHOSEN_DISCOUNT, DEMO_CUSTOMER } from './demo-customer-story.ts';
import { type DemoFacts, writeDemoFacts } from './demo-facts.ts';
import { CODES_FILE, DEMO_PROGRAM_FILE } from './demo-files.ts';
import { demoKey } from './demo-key.ts';
import { whileHoldingDemo } from './demo-store.ts';
import { playStories } from './play-stories.ts';
import { refreshDemoCustomer } from './refresh-demo-customer.ts';
import { tellStories } from './stories.ts';

/** The rewards that demo.json names, one of each kind: without a limit, and affordable for the demo customer. */
const SHOWN_REWARDS = [
  'five-off',
  CHOSEN_DISCOUNT.reward,
  'free-delivery',
  'honey-quarter',
  'tea-tenth',
  'gift-card',
  CART_REWARD.reward,
  'apple-tree',
];

export interface Demo {
  facts: DemoFacts;
  /** The customer whose page `/demo` shows. */
  page: { program_id: number; site_id: number; customer_merchant_id: string };
}

/**
 * Prepares the demo at each start: the program of its file, its customers with their history (played once), a demo
 * customer that can do everything that is shown, and demo.json. Several servers may do so at once.
 */
export async function prepareDemo(deps: Deps, options: { dataDir: string; baseUrl: string }): Promise<Demo> {
  deps.logger.info('demo: applying its program');
  const { program_id } = await applyProgramFile(
    deps,
    await readFile(DEMO_PROGRAM_FILE, 'utf8'),
    { kind: 'server' },
    { folder: dirname(fileURLToPath(DEMO_PROGRAM_FILE)) },
  );
  const { created_at } = (await findProgramRows(deps.db, program_id))!.program;
  const program = (await deps.programs.some([program_id]))[0]!;
  await importCoffeeCodes(deps, program);
  // The play ends at the moment when the program was created. So an interrupted play continues with the same stories.
  await playStories(deps, program, tellStories(created_at), created_at);
  return whileHoldingDemo(deps, program.id, async () => {
    await refreshDemoCustomer(deps, program);
    const key = await demoKey(deps, program, options.dataDir);
    const facts = await demoFacts(deps, program, options.baseUrl, key);
    await writeDemoFacts(options.dataDir, facts);
    const page = { program_id, site_id: facts.site_id, customer_merchant_id: DEMO_CUSTOMER };
    return { facts, page };
  });
}

/** The codes of the café next door. Existing codes are left unchanged. */
async function importCoffeeCodes(deps: Deps, program: Program): Promise<void> {
  const lines = Readable.from((await readFile(CODES_FILE, 'utf8')).split('\n'));
  await importCodes(deps, { program_key: program.key, reward_key: 'coffee', lines, by: { kind: 'server' } });
}

async function demoFacts(deps: Deps, program: Program, baseUrl: string, key: string): Promise<DemoFacts> {
  const customer = await getCustomer(deps.db, program.id, DEMO_CUSTOMER);
  const shown = program.rewards.filter((reward) => SHOWN_REWARDS.includes(reward.key));
  return {
    base_url: baseUrl,
    site_id: program.sites[0]!.id,
    api_key: key,
    customer: { id: customer.id, merchant_id: customer.merchant_id },
    rules: Object.fromEntries(
      program.rules.filter(({ enabled }) => enabled).map(({ kind, id }) => [kind, id]),
    ),
    rewards: Object.fromEntries(shown.map(({ kind, key, id }) => [kind, { id, ...needs(key) }])),
  };
}

/** The fields that a redemption needs beside the reward. */
function needs(reward: string): { variant_id?: string; discount_amount?: number } {
  if (reward === CART_REWARD.reward) return { variant_id: CART_REWARD.variant_id };
  return reward === CHOSEN_DISCOUNT.reward ? { discount_amount: CHOSEN_DISCOUNT.discount_amount } : {};
}
