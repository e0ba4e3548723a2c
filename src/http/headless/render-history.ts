import { type Reward, type Rule, type RuleVariant, variantFor } from '../../domain/programs/configuration.ts';
import type { HistoryEntry } from '../../domain/storefront/customer.ts';
import { pointsText } from '../../texts/points.ts';
import type { Pieces } from '../pieces.ts';
import { timestamp } from '../schema-helpers.ts';
import { momentText } from '../shared/json-moments.ts';
import { presentHistoryEntry } from '../shared/present-history.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import { titleText } from './render-title.ts';

type Earned = Extract<HistoryEntry, { kind: 'earned_points_from_rule' }>;
type Redeemed = Extract<HistoryEntry, { kind: 'redeemed_points_for_reward' }>;
type Received = Extract<HistoryEntry, { kind: 'received_reward' }>;

/** The texts that entries of many customers have in common. */
interface Common {
  earned: Map<RuleVariant, EarnedTexts>;
  points: Map<number, string>;
}

interface EarnedTexts {
  /** The text up to the date. */
  start: string;
  /** The text from the rule to the date of approval. */
  end: string;
  /** The text from the rule to the end, for points that neither wait nor expire. */
  whole_end: string;
}

const commonOfViews = new WeakMap<StorefrontView, Common>();
const POINTS_KEPT = 5_000;

function commonOf(view: StorefrontView): Common {
  let common = commonOfViews.get(view);
  if (!common) {
    common = { earned: new Map(), points: new Map() };
    commonOfViews.set(view, common);
  }
  return common;
}

/**
 * Adds the text of `presentHistory`, without its brackets. The most frequent kinds of entries are joined from prepared
 * texts.
 */
export function addHistory(
  pieces: Pieces,
  view: StorefrontView,
  entries: readonly HistoryEntry[],
  tierId: number | null,
): void {
  const common = commonOf(view);
  let comma = '';
  for (const entry of entries) {
    if (entry.kind === 'earned_points_from_rule') {
      if (!entry.rule) continue;
      pieces.own(comma);
      addEarned(pieces, view, common, entry, entry.rule, tierId);
    } else {
      const text = renderEntry(view, common, entry, tierId);
      if (text === undefined) continue;
      pieces.own(comma + text);
    }
    comma = ',';
  }
}

function renderEntry(
  view: StorefrontView,
  common: Common,
  entry: Exclude<HistoryEntry, Earned>,
  tierId: number | null,
): string | undefined {
  switch (entry.kind) {
    case 'redeemed_points_for_reward':
      return renderRedeemed(view, common, entry);
    case 'received_reward':
      return renderReceived(view, entry, tierId);
    default: {
      const body = presentHistoryEntry(view, entry, tierId);
      return body && JSON.stringify(body);
    }
  }
}

function addEarned(
  pieces: Pieces,
  view: StorefrontView,
  common: Common,
  { date, state, points, approves_at, expires_at }: Earned,
  rule: Rule,
  tierId: number | null,
): void {
  const { start, end, whole_end } = earnedTexts(view, common, rule, variantFor(rule, tierId));
  pieces.shared(start).own(`${timestamp(date)}","state":"${state}"${pointsMembers(view, common, points)}`);
  if (state !== 'pending' && expires_at === null) {
    pieces.shared(whole_end);
    return;
  }
  const approval = state === 'pending' ? momentText(approves_at) : 'null';
  pieces.shared(end).own(`${approval},"points_will_expire_at":${momentText(expires_at)}}`);
}

function earnedTexts(
  view: StorefrontView,
  { earned }: Common,
  rule: Rule,
  variant: RuleVariant,
): EarnedTexts {
  let texts = earned.get(variant);
  if (!texts) {
    const label = JSON.stringify(view.ruleTitle(rule, variant));
    const end = `,"rule":{"id":${rule.id},"kind":"${rule.kind}"},"points_will_approve_at":`;
    texts = {
      start: `{"kind":"earned_points_from_rule","label":${label},"date":"`,
      end,
      whole_end: `${end}null,"points_will_expire_at":null}`,
    };
    earned.set(variant, texts);
  }
  return texts;
}

function renderRedeemed(
  view: StorefrontView,
  common: Common,
  { id, date, reward, title, points_cost, state }: Redeemed,
): string {
  const label = titleText(view, reward.id, title);
  const points = pointsMembers(view, common, -points_cost);
  return `{"kind":"redeemed_points_for_reward","label":${label},"date":"${timestamp(date)}"${points}${rewardMember(reward)},"claimed_reward_id":${id},"state":"${state}"}`;
}

function renderReceived(
  view: StorefrontView,
  { id, date, reward, title, rule, state }: Received,
  tierId: number | null,
): string {
  const label = titleText(view, reward.id, title);
  return `{"kind":"received_reward","label":${label},"date":"${timestamp(date)}"${rewardMember(reward)},"claimed_reward_id":${id},"rule":${givingRule(view, rule, tierId)},"state":"${state}"}`;
}

function rewardMember({ id, kind }: Reward): string {
  return `,"reward":{"id":${id},"kind":"${kind}"}`;
}

function givingRule(view: StorefrontView, rule: Rule | undefined, tierId: number | null): string {
  if (!rule) return 'null';
  const title = JSON.stringify(view.ruleTitle(rule, variantFor(rule, tierId)));
  return `{"id":${rule.id},"kind":"${rule.kind}","title":${title}}`;
}

/** Points as a number and in words. */
function pointsMembers(view: StorefrontView, { points: held }: Common, points: number): string {
  let text = held.get(points);
  if (text === undefined) {
    text = `,"points":${points},"points_text":${JSON.stringify(pointsText(points, view.wording))}`;
    if (held.size >= POINTS_KEPT) held.clear();
    held.set(points, text);
  }
  return text;
}
