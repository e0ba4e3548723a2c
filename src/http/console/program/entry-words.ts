import { type Program, variantFor } from '../../../domain/programs/configuration.ts';
import { boundText } from '../../shared/bound-text.ts';
import { limitText } from '../../shared/limit-text.ts';
import { presentRuleVariant } from '../../shared/present-available-rule.ts';
import { presentCost } from '../../shared/present-cost.ts';
import { offeredDescription, offeredTitle } from '../../shared/reward-title.ts';
import type { StorefrontView } from '../../shared/storefront-view.ts';

/** An entry in the words that customers of one language read. */
export interface EntryWords {
  title: string;
  description: string | null;
  /** The points that it gives, the points that it costs, or its bound; null: operators give the tier. */
  worth: string | null;
  /** The limit, and the worth for customers of each tier with a difference. */
  notes: string[];
}

/** The entries that customers read. */
export type WordedSection = 'rules' | 'rewards' | 'tiers';

/** The words of an entry; undefined: the program has no such entry. */
export function entryWords(
  view: StorefrontView,
  section: WordedSection,
  key: string,
): EntryWords | undefined {
  switch (section) {
    case 'rules':
      return ruleWords(view, key);
    case 'rewards':
      return rewardWords(view, key);
    case 'tiers':
      return tierWords(view, key);
  }
}

function ruleWords(view: StorefrontView, key: string): EntryWords | undefined {
  const rule = view.program.rules.find((one) => one.key === key);
  if (!rule) return undefined;
  const worthFor = (tierId: number | null) =>
    presentRuleVariant(view, rule, variantFor(rule, tierId)).result_short_text;
  const { title, description, result_short_text } = presentRuleVariant(view, rule, variantFor(rule, null));
  return {
    title,
    description,
    worth: result_short_text,
    notes: [...limitNote(view, rule.limit), ...tierNotes(view, worthFor)],
  };
}

function rewardWords(view: StorefrontView, key: string): EntryWords | undefined {
  const reward = view.program.rewards.find((one) => one.key === key);
  if (!reward) return undefined;
  const worthFor = (tierId: number | null) => presentCost(view, variantFor(reward, tierId)).cost_text;
  return {
    title: offeredTitle(view, reward, variantFor(reward, null)),
    description: offeredDescription(view, reward, variantFor(reward, null)),
    worth: worthFor(null),
    notes: [...limitNote(view, reward.limit), ...tierNotes(view, worthFor)],
  };
}

function tierWords(view: StorefrontView, key: string): EntryWords | undefined {
  const { program } = view;
  const tier = tiersOf(program).find((one) => one.key === key);
  if (!tier) return undefined;
  const benefits = program.benefits.filter(({ id }) => tier.benefit_ids.includes(id));
  const gifts = tier.entry_reward_ids.flatMap((id) => program.reward(id) ?? []);
  return {
    title: view.text(tier.name),
    description: null,
    worth:
      tier.lower_bound === null
        ? null
        : boundText(view, program.settings.tier_boundary_mode, tier.lower_bound),
    notes: [
      ...benefits.map(({ label }) => view.text(label)),
      ...gifts.map((reward) =>
        view.wording.format('page_tier_gift', {
          reward: offeredTitle(view, reward, variantFor(reward, null)),
        }),
      ),
    ],
  };
}

function limitNote(view: StorefrontView, limit: Parameters<typeof limitText>[1] | null): string[] {
  return limit ? [limitText(view.wording.format, limit)] : [];
}

/** The worth for customers of each tier with another worth. */
function tierNotes(view: StorefrontView, worthFor: (tierId: number | null) => string): string[] {
  const usual = worthFor(null);
  return tiersOf(view.program)
    .filter(({ id }) => worthFor(id) !== usual)
    .map(({ id, name }) => `${view.text(name)}: ${worthFor(id)}`);
}

function tiersOf({ tiers, conditional_tiers }: Program) {
  return [...tiers, ...conditional_tiers];
}
