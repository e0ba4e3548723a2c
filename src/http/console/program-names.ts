import { type Program, variantFor } from '../../domain/programs/configuration.ts';
import { programView } from '../shared/program-view.ts';
import { offeredTitle } from '../shared/reward-title.ts';

/** The things that a report tells apart, by their keys. */
export type Subject = 'tier' | 'rule' | 'reward' | 'cohort';

/**
 * The name of a tier, a rule or a reward of a program as its customers of a language read it; of one that is gone, its
 * key.
 */
export function nameOf(program: Program, subject: Subject, key: string | null, language = 'en'): string {
  const view = programView(program, language);
  if (key === null) return subject === 'tier' ? 'No tier' : 'None';
  switch (subject) {
    case 'tier': {
      const tier = [...program.tiers, ...program.conditional_tiers].find((one) => one.key === key);
      return tier ? view.text(tier.name) : key;
    }
    case 'rule': {
      const rule = program.rules.find((one) => one.key === key);
      return rule ? view.ruleTitle(rule, variantFor(rule, null)) : key;
    }
    case 'reward': {
      const reward = program.rewards.find((one) => one.key === key);
      return reward ? offeredTitle(view, reward, variantFor(reward, null)) : key;
    }
    case 'cohort':
      return key;
  }
}
