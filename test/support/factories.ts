import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { createApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import type { Program, Site } from '../../src/domain/programs/configuration.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import type { Keyed, ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import type {
  BenefitDefinition,
  ProgramSettings,
  SiteDefinition,
  TierDefinition,
} from '../../src/domain/programs/program-settings.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import type { RuleDefinition } from '../../src/domain/programs/rule-definition.ts';
import { SCOPES, type Scope } from '../../src/domain/programs/scopes.ts';
import { TESTER } from './tester.ts';

export function siteDefinition(rest: Partial<SiteDefinition> = {}): SiteDefinition {
  return {
    name: 'Shop',
    url: 'https://shop.example',
    currency: 'USD',
    languages: ['en', 'de'],
    time_zone: 'America/New_York',
    country: 'US',
    frame_ancestors: [],
    ...rest,
  };
}

export function programSettings(rest: Partial<ProgramSettings> = {}): ProgramSettings {
  return {
    enrol_on_sight: true,
    negative_balance: 'allow',
    currency_rates: {},
    tier_boundary_mode: 'spend',
    tier_membership: null,
    points_expiry: null,
    referrals: null,
    earning_amount: { shipping: false, tax: true, discounts: false },
    receipt_upload_url: null,
    texts: {},
    webview_session_seconds: 900,
    reminders: { tier_upgrade_percent: 80, points_expiration_days: 30, reward_expiration_days: 7 },
    theme: null,
    ...rest,
  };
}

/** A tier from 0 on, without benefits. */
export function tierDefinition(rest: Partial<TierDefinition> = {}): TierDefinition {
  return {
    name: 'Base',
    lower_bound: 0,
    hidden: false,
    benefit_keys: [],
    entry_reward_keys: [],
    ...rest,
  };
}

/** A benefit that everybody may know of. */
export function benefitDefinition(rest: Partial<BenefitDefinition> = {}): BenefitDefinition {
  return { label: 'Free returns', secret: false, details: null, ...rest };
}

/** A rule as a test sketches it. Its kind and its properties belong together, which the compiler cannot see. */
export type RuleSketch = Partial<Omit<RuleDefinition, 'kind' | 'properties'>> & {
  kind?: RuleDefinition['kind'];
  properties?: RuleDefinition['properties'];
};

/** 50 points at once, without a limit. */
export function ruleDefinition(rest: RuleSketch = {}): RuleDefinition {
  return {
    kind: 'social_follow',
    enabled: true,
    title: { en: 'Follow us', de: 'Folge uns' },
    description: null,
    result: { kind: 'points', points: 50, per_currency_unit_minor: null },
    properties: { social_handle: '@shop', network: 'social' },
    limit: null,
    approval_period_seconds: 0,
    variants: {},
    ...rest,
  } as RuleDefinition;
}

/** A gift card of 10.00 for 500 points. */
export function rewardDefinition(rest: Partial<RewardDefinition> = {}): RewardDefinition {
  return {
    enabled: true,
    title: { en: 'Gift card', de: 'Gutschein' },
    description: null,
    cost: { kind: 'fixed', points: 500 },
    limit: null,
    stock: null,
    channels: [],
    countries: [],
    auto_refund_seconds: null,
    expires_after_seconds: null,
    codes: { kind: 'generated', pattern: null },
    properties: { kind: 'gift_card', initial_balance_minor: 1000 },
    variants: {},
    ...rest,
  };
}

/** The reward `mug`: a product for 200 points in two variants, ten of the small one. */
export function productRewardDefinition(rest: Partial<RewardDefinition> = {}): RewardDefinition {
  return rewardDefinition({
    title: 'Mug',
    cost: { kind: 'fixed', points: 200 },
    properties: {
      kind: 'product_cart',
      product: {
        id: '900',
        handle: 'mug',
        title: 'Mug',
        url: 'https://shop.example/mug',
        image_url: 'https://shop.example/mug.png',
        variants: [
          { id: '901', title: 'Small', inventory_count: 10, sku: 'MUG-S' },
          { id: '902', title: 'Large', inventory_count: null, sku: null },
        ],
      },
      max_redemptions_per_cart: null,
      cart_requirements: { minimum_cart_total_minor: null, minimum_line_item_count: null },
    },
    ...rest,
  });
}

const entry = <T>(key: string, definition: T): Keyed<T> => ({ key, definition });

/** One site, a rule of each way to earn, a reward of two kinds, no tiers. */
export function programDefinition(rest: Partial<ProgramDefinition> = {}): ProgramDefinition {
  return {
    key: 'shop',
    name: 'Shop',
    currency: 'USD',
    test: false,
    settings: programSettings(),
    // The customers of tests are at home in the second: the first has other days.
    sites: [
      entry('abroad', siteDefinition({ time_zone: 'Pacific/Auckland' })),
      entry('main', siteDefinition()),
    ],
    tiers: [],
    benefits: [],
    rules: [
      entry('follow', ruleDefinition()),
      entry(
        'purchase',
        ruleDefinition({
          kind: 'purchase',
          title: 'Buy something',
          result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
          properties: {},
          approval_period_seconds: 14 * 24 * 3600,
        }),
      ),
    ],
    rewards: [entry('gift_card', rewardDefinition()), entry('mug', productRewardDefinition())],
    ...rest,
  };
}

/** A key of the program with all scopes, or with those given. */
export async function createKey(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  programKey = 'shop',
  scopes: readonly Scope[] = SCOPES,
): Promise<string> {
  const { key } = await createApiKey(deps, {
    program_key: programKey,
    name: 'tests',
    scopes: [...scopes],
    by: TESTER,
  });
  return key;
}

/** An enrolled customer that has got `points`; by default at home in the program's last site. */
export async function createCustomer(
  deps: Deps,
  program: Program,
  options: { merchant_id?: string; email?: string | null; points?: number; site?: Site } = {},
): Promise<CustomerRow> {
  const { merchant_id = '1001', email = null, points = 0, site = program.sites.at(-1)! } = options;
  const customer = await ensureCustomer(deps, { program, site, merchant_id, email });
  if (points !== 0)
    await adjustPoints(deps, { program, customer_id: customer.id, points, note: 'for a test', by: TESTER });
  return customer;
}

/** The program's entry of that key; throws if there is none. */
export function entryOf<T extends { key: string }>(entries: readonly T[], key: string): T {
  const found = entries.find((candidate) => candidate.key === key);
  if (!found) throw new Error(`the program has no ${key}`);
  return found;
}
