import type { PlanEffect } from '../../../domain/plans/effect.ts';
import type { ProgramPlan } from '../../../domain/plans/program-plan.ts';
import type { LocalizedText } from '../../../domain/programs/program-settings.ts';
import { sentence } from '../customers/sentences.ts';
import type { ConsoleWording } from '../language/wording.ts';

type Versions = Pick<ProgramPlan, 'before' | 'after'>;

/** The sentence of an effect for its reader. `zone`: the zone of the days in the sentence. */
export function effectText(
  wording: ConsoleWording,
  plan: Versions,
  effect: PlanEffect,
  zone: string,
): string {
  return sentence(wording, textOf(wording, plan, effect, zone));
}

function textOf(wording: ConsoleWording, plan: Versions, effect: PlanEffect, zone: string): string {
  const { say, date, count } = wording;
  const { kind, first_at, rule, reward } = effect;
  const customers = effect.customers ?? 0;
  const day = first_at == null ? undefined : date(first_at, zone);
  const tiers = () => ({
    count: customers,
    from: tierName(wording, plan, effect.from_tier),
    to: tierName(wording, plan, effect.to_tier),
  });
  const limited = { count: customers, key: rule ?? reward ?? '' };
  const entry = () =>
    rule === undefined ? say('effect_reward', { key: reward! }) : say('effect_rule', { key: rule });
  const points = () => ({
    points: say('effect_points', { count: effect.points ?? 0 }),
    customers: say('effect_customers', { count: customers }),
  });
  switch (kind) {
    case 'tier_rises':
      return say(effect.from_tier === null ? 'effect_tier_enters' : 'effect_tier_rises', tiers());
    case 'tier_leaves':
      return say('effect_tier_leaves', tiers());
    case 'tier_falls':
    case 'tier_stays':
      return day === undefined
        ? say(`effect_${kind}`, tiers())
        : say(`effect_${kind}_on`, { ...tiers(), day });
    case 'limit_opens':
      return say(rule === undefined ? 'effect_reward_opens' : 'effect_rule_opens', limited);
    case 'limit_closes':
      return say(rule === undefined ? 'effect_reward_closes' : 'effect_rule_closes', limited);
    case 'points_expire':
      return say('effect_points_expire', points());
    case 'points_expiry_moves':
      return day === undefined
        ? say('effect_points_kept', points())
        : say('effect_points_move', { ...points(), day });
    case 'claims_outstanding':
      return say('effect_claims', { count: effect.claims ?? 0, entry: entry() });
    case 'stock_changes':
      return stockText(wording, effect, entry());
    case 'codes_missing': {
      const { remaining, wanted } = effect.codes!;
      if (remaining === 0) return say('effect_codes_none', { entry: entry() });
      return say('effect_codes', { count: remaining, entry: entry(), wanted: count(wanted!) });
    }
    case 'change_unfinished':
      return say('effect_unfinished', { version: effect.version! });
  }
}

function stockText({ say, count }: ConsoleWording, { stock }: PlanEffect, entry: string): string {
  const { variant_id, before, after } = stock!;
  const what = variant_id === null ? entry : say('effect_variant', { variant: variant_id, entry });
  if (after === null) return say('effect_stock_uncounted', { what });
  if (before === null) return say('effect_stock_counted', { what, after: count(after) });
  if (after === 0) return say('effect_stock_out', { what, before: count(before) });
  return say('effect_stock', { what, after: count(after), before: count(before) });
}

/** The name of a tier in the reader's language, or else in the program's first language. */
function tierName(
  { say, language }: ConsoleWording,
  { before, after }: Versions,
  key: string | null | undefined,
): string {
  if (key == null) return say('effect_no_tier');
  const tier = [after, before].flatMap((program) => program?.tiers ?? []).find((one) => one.key === key);
  const home = after.sites[0]?.definition.languages[0] ?? '';
  return (tier && textIn(tier.definition.name, [language, home])) ?? key;
}

function textIn(text: LocalizedText, languages: readonly string[]): string | undefined {
  if (typeof text === 'string') return text;
  const wanted = languages.find((language) => Object.hasOwn(text, language));
  return wanted === undefined ? Object.values(text)[0] : text[wanted];
}
