import { isDeepStrictEqual } from 'node:util';
import { type RuleVariant, type Tier, variantFor } from '../../domain/programs/configuration.ts';
import { Icon } from './icon.tsx';
import type { PageContext } from './page-context.ts';
import { AboutReward, RuleResult, RuleTitle } from './program-words.tsx';

interface TierGainsProps {
  page: PageContext;
  tier: Tier;
  /** The tiers with which it is compared. */
  others: readonly Tier[];
}

/** More rules would hide the difference between tiers. */
const MOST_RULES = 4;

/** The gifts of a tier, and the rules that give other points in this tier than in the others. */
export function TierGains({ page, tier, others }: TierGainsProps) {
  const gains = [...gifts(page, tier), ...earnings(page, tier, others)];
  if (gains.length === 0) return null;
  return (
    <ul class="benefits">
      {gains.map(({ key, icon, words }) => (
        <li key={key}>
          <Icon name={icon} />
          <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}

function gifts(page: PageContext, tier: Tier) {
  const { say, view } = page;
  return tier.entry_reward_ids.flatMap((id) => {
    const reward = view.program.reward(id);
    if (!reward) return [];
    const words = (
      <AboutReward page={page} reward={reward} variant={variantFor(reward, tier.id)}>
        {(name) => say('page_tier_gift', { reward: name })}
      </AboutReward>
    );
    return [{ key: `reward ${id}`, icon: 'gift' as const, words }];
  });
}

function earnings(page: PageContext, tier: Tier, others: readonly Tier[]) {
  const { view } = page;
  return view.program.rules
    .map((rule) => ({ rule, variant: variantFor(rule, tier.id) }))
    .filter(({ rule, variant }) => others.some((other) => isOtherwise(variant, variantFor(rule, other.id))))
    .slice(0, MOST_RULES)
    .map(({ rule, variant }) => {
      // Title and points may have different directions: each is laid out separately.
      const words = (
        <>
          <RuleTitle page={page} rule={rule} variant={variant} />:{' '}
          <RuleResult page={page} rule={rule} variant={variant} />
        </>
      );
      return { key: `rule ${rule.id}`, icon: 'spark' as const, words };
    });
}

/** Whether both tiers earn, but not the same. A rule that one tier lacks is not revealed to its members. */
function isOtherwise(one: RuleVariant, other: RuleVariant): boolean {
  return one.enabled && other.enabled && !isDeepStrictEqual(one.result, other.result);
}
