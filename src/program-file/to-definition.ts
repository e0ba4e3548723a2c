import { toMinor } from '../domain/core/money.ts';
import type { ProgramDefinition } from '../domain/programs/program-definition.ts';
import type {
  BenefitDefinition,
  ProgramSettings,
  SiteDefinition,
  TierDefinition,
} from '../domain/programs/program-settings.ts';
import { given, keyed, type Minor, seconds, toLimit } from './definition-values.ts';
import { DEFAULTS } from './file-defaults.ts';
import type { Assets } from './read-assets.ts';
import type { ProgramFile } from './schema.ts';
import { toRewardDefinition } from './to-reward-definition.ts';
import { toRuleDefinition } from './to-rule-definition.ts';
import { toTheme } from './to-theme.ts';

/** The domain's form of a file without mistakes: amounts in minor units, durations in seconds, defaults filled in. */
export function toDefinition(file: ProgramFile, assets: Assets): ProgramDefinition {
  const minor = (amount: number) => toMinor(amount, file.currency)!;
  return {
    key: file.key,
    name: file.name,
    currency: file.currency,
    test: file.test ?? false,
    settings: settings(file, assets),
    sites: keyed(file.sites, (site) => siteDefinition(site, file.currency)),
    tiers: tierDefinitions(file.tiers, minor),
    benefits: keyed(
      file.tiers?.benefits,
      (benefit): BenefitDefinition => ({
        label: benefit.label,
        secret: benefit.secret ?? false,
        details: benefit.details ?? null,
      }),
    ),
    rules: keyed(file.rules, (rule) => toRuleDefinition(rule, minor)),
    rewards: keyed(file.rewards, (reward, key) => ({
      ...toRewardDefinition(reward, minor),
      ...given('image', assets.rewards.get(key)),
    })),
  };
}

function settings(file: ProgramFile, assets: Assets): ProgramSettings {
  const { referrals } = file;
  return {
    enrol_on_sight: file.enrol_on_sight ?? true,
    negative_balance: file.negative_balance ?? 'allow',
    currency_rates: { ...file.currency_rates },
    ...given('point_value', file.point_value),
    tier_boundary_mode: file.tiers?.boundary_mode ?? 'spend',
    tier_membership: file.tiers?.membership ?? null,
    points_expiry: file.points_expiry ?? null,
    referrals: referrals
      ? {
          incentive_reward_key: referrals.incentive ?? null,
          requires_email: referrals.requires_email ?? true,
          cap: toLimit(referrals.cap),
          daily_friends_per_address:
            referrals.daily_friends_per_address ?? DEFAULTS.daily_friends_per_address,
          ...given('daily_codes_per_customer', referrals.daily_codes_per_customer),
        }
      : null,
    earning_amount: {
      shipping: file.orders?.earning_amount?.shipping ?? false,
      tax: file.orders?.earning_amount?.tax ?? true,
      discounts: file.orders?.earning_amount?.discounts ?? false,
    },
    receipt_upload_url: file.receipt_upload_url ?? null,
    texts: file.texts ?? {},
    webview_session_seconds: seconds(file.webview_session) ?? DEFAULTS.webview_session_seconds,
    reminders: { ...DEFAULTS.reminders, ...file.reminders },
    ...given('approvals', approvalsOf(file.approvals)),
    ...given('operators', operatorsOf(file.operators)),
    theme: file.theme ? toTheme(file.theme, assets) : null,
    ...given('questions', file.questions),
    ...given('terms', file.terms),
  };
}

/** undefined: one person is enough for everything. */
function approvalsOf({ publish, erase, points_above }: NonNullable<ProgramFile['approvals']> = {}) {
  const approvals: NonNullable<ProgramSettings['approvals']> = {
    ...(publish === 2 && { publish: 2 }),
    ...(erase === 2 && { erase: 2 }),
    ...given('points_above', points_above),
  };
  return Object.keys(approvals).length > 0 ? approvals : undefined;
}

/** undefined: there is no limit. */
function operatorsOf({ support }: NonNullable<ProgramFile['operators']> = {}): ProgramSettings['operators'] {
  const limit = support?.points_per_day;
  return limit === undefined ? undefined : { support: { points_per_day: limit } };
}

function siteDefinition(site: ProgramFile['sites'][string], currency: string): SiteDefinition {
  return {
    name: site.name,
    url: site.url,
    ...given('join_url', site.join_url),
    ...given('sign_in_url', site.sign_in_url),
    currency: site.currency ?? currency,
    languages: site.languages,
    time_zone: site.time_zone,
    country: site.country ?? null,
    frame_ancestors: site.frame_ancestors ?? [],
  };
}

function tierDefinitions(tiers: ProgramFile['tiers'], minor: Minor) {
  const bound = tiers?.boundary_mode === 'spend' ? minor : (count: number) => count;
  return keyed(
    tiers?.levels,
    (level): TierDefinition => ({
      name: level.name,
      lower_bound: level.lower_bound === undefined ? null : bound(level.lower_bound),
      hidden: level.hidden ?? false,
      benefit_keys: level.benefits ?? [],
      entry_reward_keys: level.entry_rewards ?? [],
    }),
  );
}
