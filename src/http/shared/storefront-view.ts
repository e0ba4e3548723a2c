import { convertMinor, currencyDigits, type Money, presentMoney } from '../../domain/core/money.ts';
import type { Program, Rule, RuleVariant, Site } from '../../domain/programs/configuration.ts';
import type { LocalizedText } from '../../domain/programs/program-settings.ts';
import { localize, localizedTag } from '../../texts/language.ts';
import { ruleTitle } from '../../texts/rule-title.ts';
import { type Wording, wordingOf } from '../../texts/wording.ts';

/**
 * The form of a program's answers for readers of one site, language and currency. Parts that are the same for many
 * customers are made once per view and kept with it. A view lives as long as its program object.
 */
export interface StorefrontView {
  readonly program: Program;
  readonly site: Site;
  readonly language: string;
  readonly currency: string;
  /** The server's messages in the view's language, or the operator's own messages that replace them. */
  readonly wording: Wording;
  /** Converts an amount of the program's currency (minor units) to the view's. */
  money(minor: number): Money;
  /** The converted amount less one smallest coin of the view's currency. */
  moneyBelow(minor: number): Money;
  /** The difference between two amounts, after both are converted to the view's currency. */
  moneyBetween(fromMinor: number, toMinor: number): Money;
  /** An amount as a decimal that may be finer than the currency's smallest coin. */
  exactAmount(minor: number): number;
  /** A text of the program in the view's language. */
  text(text: LocalizedText): string;
  /** The language of the text that `text(…)` gives. A text without languages is in the site's first language. */
  languageOf(text: LocalizedText): string;
  /** The title of a rule for customers of one of its variants. */
  ruleTitle(rule: Rule, variant: RuleVariant): string;
}

const views = new WeakMap<Program, Map<string, StorefrontView>>();

/** `language` is one of the site's languages; `currency` is the site's, or another for which the program has a rate. */
export function storefrontView(
  program: Program,
  site: Site,
  language: string,
  currency: string = site.currency,
): StorefrontView {
  let held = views.get(program);
  if (!held) {
    held = new Map();
    views.set(program, held);
  }
  const key = `${site.id} ${language} ${currency}`;
  let view = held.get(key);
  if (!view) {
    view = createView(program, site, language, currency);
    held.set(key, view);
  }
  return view;
}

/** The same view in another language. The program must have texts in this language. */
export function viewIn(view: StorefrontView, language: string): StorefrontView {
  return language === view.language ? view : storefrontView(view.program, view.site, language, view.currency);
}

const AMOUNTS_KEPT = 2_000;

function createView(program: Program, site: Site, language: string, currency: string): StorefrontView {
  // The program file refuses a site whose currency has no rate.
  const rate = currency === program.currency ? 1 : program.settings.currency_rates[currency]!;
  const convert = (minor: number) => convertMinor(minor, program.currency, currency, rate);
  let made = new Map<number, Money>();
  const texts = new Map<LocalizedText, string>();
  const ruleTitles = new Map<RuleVariant, string>();
  const wording = wordingOf(program.settings.texts, language);
  const textOf = (text: LocalizedText) => {
    if (typeof text === 'string') return text;
    let chosen = texts.get(text);
    if (chosen === undefined) {
      chosen = localize(text, language, site.languages[0]!);
      texts.set(text, chosen);
    }
    return chosen;
  };
  return {
    program,
    site,
    language,
    currency,
    wording,
    money(minor) {
      let money = made.get(minor);
      if (!money) {
        if (made.size >= AMOUNTS_KEPT) made = new Map();
        money = presentMoney(convert(minor), currency, language);
        made.set(minor, money);
      }
      return money;
    },
    moneyBelow: (minor) => presentMoney(Math.max(0, convert(minor) - 1), currency, language),
    moneyBetween: (from, to) => presentMoney(convert(to) - convert(from), currency, language),
    exactAmount: (minor) => Number(((minor * rate) / 10 ** currencyDigits(program.currency)).toPrecision(6)),
    text: textOf,
    languageOf(text) {
      const [first] = site.languages;
      return (typeof text === 'string' ? undefined : localizedTag(text, language, first!)) ?? first!;
    },
    ruleTitle(rule, variant) {
      let title = ruleTitles.get(variant);
      if (title === undefined) {
        title = variant.title === null ? ruleTitle(rule, wording) : textOf(variant.title);
        ruleTitles.set(variant, title);
      }
      return title;
    },
  };
}
