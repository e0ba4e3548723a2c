import { IntlMessageFormat } from 'intl-messageformat';
import type { MessageKey } from './catalogue.ts';
import { en } from './en.ts';

/** The part of the parser's result that is used here. */
export interface MessageElement {
  type: number;
  /** The text of a literal, or the name of an argument. */
  value?: string;
  style?: unknown;
  options?: Record<string, { value: MessageElement[] }>;
  pluralType?: Intl.PluralRuleType;
}

/** The parser's numbers for the types of elements. */
export const ELEMENT = {
  literal: 0,
  argument: 1,
  number: 2,
  date: 3,
  time: 4,
  select: 5,
  plural: 6,
  pound: 7,
} as const;

/** Angle brackets are ordinary characters: messages are text, not markup. */
const OPTIONS = { ignoreTag: true };

/** Compiles a message in ICU MessageFormat, with the numbers and plurals of a language. Throws if it is invalid. */
export function compileMessage(message: string, language: string): IntlMessageFormat {
  return new IntlMessageFormat(message, language, undefined, OPTIONS);
}

/** The elements of a message, including those inside its plurals and choices. Throws if it is invalid. */
export function elementsOf(message: string): MessageElement[] {
  return withInner(compileMessage(message, 'en').getAst() as MessageElement[]);
}

function withInner(elements: readonly MessageElement[]): MessageElement[] {
  return elements.flatMap((element) => [
    element,
    ...Object.values(element.options ?? {}).flatMap((option) => withInner(option.value)),
  ]);
}

export type ArgumentKind = 'number' | 'text';

/** The values that a message gets, and their kinds. The English messages show which values are numbers. */
export function argumentsOf(key: MessageKey): ReadonlyMap<string, ArgumentKind> {
  let known = argumentsByKey.get(key);
  if (!known) {
    known = new Map();
    for (const { type, value } of elementsOf(en[key])) {
      if (type === ELEMENT.number || type === ELEMENT.plural) known.set(value!, 'number');
      else if (type === ELEMENT.argument || type === ELEMENT.select) known.set(value!, 'text');
    }
    argumentsByKey.set(key, known);
  }
  return known;
}

const argumentsByKey = new Map<MessageKey, Map<string, ArgumentKind>>();

/**
 * Compiles an operator's own message. A number without a format, `{points}`, is written in the language's form of
 * numbers. The library alone does this only for `{points, number}`.
 */
export function compileOwnMessage(key: MessageKey, message: string, language: string): IntlMessageFormat {
  const known = argumentsOf(key);
  const format = compileMessage(message, language);
  for (const element of withInner(format.getAst() as MessageElement[])) {
    if (element.type === ELEMENT.argument && known.get(element.value!) === 'number') {
      element.type = ELEMENT.number;
    }
  }
  return format;
}
