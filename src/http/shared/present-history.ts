import { type Rule, type Tier, variantFor } from '../../domain/programs/configuration.ts';
import type { RuleAction } from '../../domain/rules/award-completion.ts';
import type { HistoryEntry } from '../../domain/storefront/customer.ts';
import { isHigher } from '../../domain/tiers/tier-progress.ts';
import { pointsText } from '../../texts/points.ts';
import { nullableTimestamp, timestamp } from '../schema-helpers.ts';
import type { ActionBody, HistoryEntryBody } from './history-schemas.ts';
import { claimedTitle } from './reward-title.ts';
import type { StorefrontView } from './storefront-view.ts';

/** `tierId` is the customer's tier: rules may have a title for each tier. */
export function presentHistory(
  view: StorefrontView,
  entries: readonly HistoryEntry[],
  tierId: number | null,
): HistoryEntryBody[] {
  const presented: HistoryEntryBody[] = [];
  for (const entry of entries) {
    const body = presentHistoryEntry(view, entry, tierId);
    if (body) presented.push(body);
  }
  return presented;
}

/** undefined if the entry's rule is newer than the configuration that this request uses. */
export function presentHistoryEntry(
  view: StorefrontView,
  entry: HistoryEntry,
  tierId: number | null,
): HistoryEntryBody | undefined {
  const { wording } = view;
  const date = timestamp(entry.date);
  switch (entry.kind) {
    case 'earned_points_from_rule': {
      const { rule } = entry;
      if (!rule) return undefined;
      return {
        kind: entry.kind,
        label: ruleTitle(view, rule, tierId),
        date,
        state: entry.state,
        points: entry.points,
        points_text: pointsText(entry.points, wording),
        rule: { id: rule.id, kind: rule.kind },
        points_will_approve_at: entry.state === 'pending' ? nullableTimestamp(entry.approves_at) : null,
        points_will_expire_at: nullableTimestamp(entry.expires_at),
      };
    }
    case 'redeemed_points_for_reward':
      return {
        kind: entry.kind,
        label: claimedTitle(view, entry.reward.id, entry.title),
        date,
        points: -entry.points_cost,
        points_text: pointsText(-entry.points_cost, wording),
        reward: { id: entry.reward.id, kind: entry.reward.kind },
        claimed_reward_id: entry.id,
        state: entry.state,
      };
    case 'received_reward':
      return {
        kind: entry.kind,
        label: claimedTitle(view, entry.reward.id, entry.title),
        date,
        reward: { id: entry.reward.id, kind: entry.reward.kind },
        claimed_reward_id: entry.id,
        rule: entry.rule ? titledRule(view, entry.rule, tierId) : null,
        state: entry.state,
      };
    case 'points_added':
      return {
        kind: entry.kind,
        label: wording.format('points_added', {}),
        date,
        points: entry.points,
        points_text: pointsText(entry.points, wording),
        points_will_expire_at: nullableTimestamp(entry.expires_at),
        state: entry.state,
      };
    case 'points_removed':
      return {
        kind: entry.kind,
        label: wording.format('points_removed', {}),
        date,
        points: entry.points,
        points_text: pointsText(entry.points, wording),
        state: 'applied',
      };
    case 'points_expired':
      return {
        kind: entry.kind,
        label: wording.format('points_expired', {}),
        date,
        points: -entry.points,
        points_text: pointsText(-entry.points, wording),
      };
    case 'entered_tier': {
      const tier = view.program.tier(entry.tier_id);
      if (!tier) return undefined;
      const name = view.text(tier.name);
      return {
        kind: entry.kind,
        label: tierChangeText(view, entry, tier, name),
        date,
        tier: { id: tier.id, name },
      };
    }
  }
}

/** The text for a rise or fall to a tier. `name`: the tier's name in this text. */
export function tierChangeText(
  { program, wording }: StorefrontView,
  { from_tier_id }: Extract<HistoryEntry, { kind: 'entered_tier' }>,
  tier: Tier,
  name: string,
): string {
  const from = from_tier_id === null ? undefined : program.tier(from_tier_id);
  return wording.format(from && isHigher(from, tier) ? 'fell_to_tier' : 'entered_tier', { tier: name });
}

function ruleTitle(view: StorefrontView, rule: Rule, tierId: number | null): string {
  return view.ruleTitle(rule, variantFor(rule, tierId));
}

function titledRule(view: StorefrontView, rule: Rule, tierId: number | null) {
  return { id: rule.id, kind: rule.kind, title: ruleTitle(view, rule, tierId) };
}

/** The result of completing a rule, as it was when the rule was completed. */
export function presentAction(view: StorefrontView, action: RuleAction): ActionBody {
  const { rule, variant } = action;
  const title = view.ruleTitle(rule, variant);
  const date = timestamp(action.date);
  if (action.kind === 'received_reward') {
    return {
      kind: action.kind,
      label: claimedTitle(view, action.reward.id, action.title),
      date,
      state: action.state,
      reward: { id: action.reward.id, kind: action.reward.kind },
      claimed_reward_id: action.claimed_reward_id,
      rule: { id: rule.id, kind: rule.kind, title },
    };
  }
  return {
    kind: action.kind,
    label: title,
    date,
    state: action.state,
    points: action.points,
    points_text: pointsText(action.points, view.wording),
    rule: { id: rule.id, kind: rule.kind },
    points_will_approve_at: nullableTimestamp(action.approves_at),
    points_will_expire_at: nullableTimestamp(action.expires_at),
  };
}
