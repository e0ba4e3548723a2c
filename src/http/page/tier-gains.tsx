import { isDeepStrictEqual } from 'node:util';
import { type RuleVariant, type Tier, variantFor } from '../../domain/programs/configuration.ts';
import { presentRuleVariant } from '../shared/present-available-rule.ts';
import { offeredTitle } from '../shared/reward-title.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import { Icon } from './icon.tsx';
import type { PageContext } from './page-context.ts';

interface TierGainsProps {
  page: PageContext;
  tier: Tier;
  /** The tiers to which it is compared. */
  others: readonly Tier[];
}

/** More would hide the difference between tiers. */
const MOST_RULES = 4;

/** The gifts that a tier brings, and the rules by which it earns otherwise than another tier. */
export function TierGains({ page, tier, others }: TierGainsProps) {
  const gains = [...gifts(page, tier), ...earnings(page.view, tier, others)];
  if (gains.length === 0) return null;
  return (
    <ul class="benefits">
      {gains.map(({ icon, words }) => (
        <li key={words}>
          <Icon name={icon} />
          <bdi>{words}</bdi>
        </li>
      ))}
    </ul>
  );
}

function gifts({ say, view }: PageContext, tier: Tier) {
  return tier.entry_reward_ids.flatMap((id) => {
    const reward = view.program.reward(id);
    if (!reward) return [];
    const title = offeredTitle(view, reward, variantFor(reward, tier.id));
    return [{ icon: 'gift' as const, words: say('page_tier_gift', { reward: title }) }];
  });
}

function earnings(view: StorefrontView, tier: Tier, others: readonly Tier[]) {
  return view.program.rules
    .map((rule) => ({ rule, variant: variantFor(rule, tier.id) }))
    .filter(({ rule, variant }) => others.some((other) => isOtherwise(variant, variantFor(rule, other.id))))
    .slice(0, MOST_RULES)
    .map(({ rule, variant }) => {
      const { title, result_short_text } = presentRuleVariant(view, rule, variant);
      return { icon: 'spark' as const, words: `${title}: ${result_short_text}` };
    });
}

/** Whether both earn, and not alike. A rule that one tier lacks is not made known to its members. */
function isOtherwise(one: RuleVariant, other: RuleVariant): boolean {
  return one.enabled && other.enabled && !isDeepStrictEqual(one.result, other.result);
}
