import { type Program, variantFor } from '../../domain/programs/configuration.ts';
import type { LocalizedText } from '../../domain/programs/program-settings.ts';
import { programView } from '../shared/program-view.ts';
import { offeredTitle } from '../shared/reward-title.ts';

/** The subjects of reports, which have keys. */
export type Subject = 'tier' | 'rule' | 'reward' | 'cohort';

/**
 * The name of a tier, a rule or a reward in the words that customers of a language read. For a removed one it is the
 * key.
 */
export function nameOf(program: Program, subject: Subject, key: string, language = 'en'): string {
  const view = programView(program, language);
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

/** The language of `nameOf(…)`; undefined: the name is no word of a language, or the language is not known. */
export function nameLanguage(
  program: Program,
  subject: Subject,
  key: string,
  language: string,
): string | undefined {
  const view = programView(program, language);
  const of = (text: LocalizedText | null | undefined) =>
    text === undefined ? undefined : text === null ? view.wording.spoken : view.languageOf(text);
  switch (subject) {
    case 'tier':
      return of([...program.tiers, ...program.conditional_tiers].find((one) => one.key === key)?.name);
    case 'rule': {
      const rule = program.rules.find((one) => one.key === key);
      return of(rule && variantFor(rule, null).title);
    }
    case 'reward': {
      const reward = program.rewards.find((one) => one.key === key);
      return of(reward && variantFor(reward, null).title);
    }
    case 'cohort':
      return undefined;
  }
}
