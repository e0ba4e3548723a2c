import type { MessageKey } from './catalogue.ts';
import { MESSAGE_KEYS } from './catalogues.ts';
import {
  type ArgumentKind,
  argumentsOf,
  ELEMENT,
  elementsOf,
  type MessageElement,
} from './message-format.ts';
import { suggestion } from './suggestion.ts';

type Arguments = ReadonlyMap<string, ArgumentKind>;

/**
 * The mistake in an operator's message, in words that follow "texts.en.points: "; undefined: none. `language` is a
 * valid BCP 47 tag. A message without mistakes can be formatted with any values that the server gives it.
 */
export function messageMistake(key: string, message: string, language: string): string | undefined {
  if (!isMessageKey(key)) return `there is no message "${key}"${suggestion(key, MESSAGE_KEYS)}`;
  if (message.trim() === '') return 'must not be empty';
  let elements: MessageElement[];
  try {
    elements = elementsOf(message);
  } catch (error) {
    return misspelling(error);
  }
  const known = argumentsOf(key);
  for (const element of elements) {
    const mistake = elementMistake(element, known, language);
    if (mistake) return mistake;
  }
  return undefined;
}

export function isMessageKey(key: string): key is MessageKey {
  return (MESSAGE_KEYS as readonly string[]).includes(key);
}

/** The parser's complaints, in words. */
const MISSPELLINGS: Record<string, string> = {
  EMPTY_ARGUMENT: '"{}" names nothing',
  EXPECT_ARGUMENT_CLOSING_BRACE: 'a "{" is not closed',
  UNCLOSED_QUOTE_IN_ARGUMENT_STYLE: 'a quote is not closed',
  MALFORMED_ARGUMENT: 'between "{" and "}" stands something other than a name',
  EXPECT_ARGUMENT_TYPE: 'after the comma must follow number, plural, selectordinal or select',
  INVALID_ARGUMENT_TYPE: 'after the comma must follow number, plural, selectordinal or select',
  EXPECT_ARGUMENT_STYLE: 'after the comma must follow how the number is written',
  EXPECT_SELECT_ARGUMENT_OPTIONS: 'select and plural need a comma and their forms, such as other {…}',
  EXPECT_SELECT_ARGUMENT_SELECTOR: 'the forms must be named, such as other {…}',
  EXPECT_PLURAL_ARGUMENT_SELECTOR: 'the forms must be named, such as one {…} other {…}',
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: 'a form lacks its text between "{" and "}"',
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: 'a form lacks its text between "{" and "}"',
  INVALID_PLURAL_ARGUMENT_SELECTOR: 'after "=" must follow a whole number',
  DUPLICATE_SELECT_ARGUMENT_SELECTOR: 'a form is given twice',
  DUPLICATE_PLURAL_ARGUMENT_SELECTOR: 'a form is given twice',
  MISSING_OTHER_CLAUSE: 'the form other {…} is missing',
};

function misspelling(error: unknown): string {
  const { message, location } = error as Error & { location?: { start: { offset: number } } };
  const place = location ? ` at character ${location.start.offset + 1}` : '';
  return `is no ICU message: ${MISSPELLINGS[message] ?? message}${place}`;
}

function elementMistake(element: MessageElement, known: Arguments, language: string): string | undefined {
  const { type } = element;
  if (type === ELEMENT.pound) return undefined;
  const name = element.value!;
  if (type === ELEMENT.literal) return quotedArgument(name, known);
  const kind = known.get(name);
  if (kind === undefined) return `there is no {${name}} in this message; ${listed(known)}`;
  if (type === ELEMENT.date || type === ELEMENT.time) return `{${name}} is no moment, but a ${kind}`;
  if (kind === 'text' && (type === ELEMENT.number || type === ELEMENT.plural)) {
    return `{${name}} is no number, but a text`;
  }
  if (type === ELEMENT.number) return numberMistake(element, name);
  return type === ELEMENT.plural ? pluralMistake(element, name, language) : undefined;
}

function listed(known: Arguments): string {
  const names = [...known.keys()].map((name) => `{${name}}`);
  return names.length === 0 ? 'it is given nothing' : `it is given ${names.join(', ')}`;
}

/**
 * In ICU messages an apostrophe before a brace makes the following text literal. In French that happens by accident.
 */
function quotedArgument(literal: string, known: Arguments): string | undefined {
  const quoted = [...known.keys()].find((name) => new RegExp(`\\{\\s*${name}\\s*[,}]`).test(literal));
  if (quoted === undefined) return undefined;
  return `the apostrophe (') before {${quoted} makes it plain text; write ’ or two of them ('')`;
}

function numberMistake(element: MessageElement, name: string): string | undefined {
  if (typeof element.style === 'string' && element.style !== 'integer' && element.style !== 'percent') {
    return `{${name}} cannot be written as "${element.style}"`;
  }
  const { style } = element;
  if (typeof style !== 'object' || style === null) return undefined;
  try {
    new Intl.NumberFormat('en', (style as { parsedOptions: Intl.NumberFormatOptions }).parsedOptions);
    return undefined;
  } catch (error) {
    return `{${name}} cannot be written like that: ${(error as Error).message}`;
  }
}

/** Finds plural forms that the language never uses. A missing form is no mistake: another form replaces it. */
function pluralMistake(element: MessageElement, name: string, language: string): string | undefined {
  const rules = new Intl.PluralRules(language, { type: element.pluralType ?? 'cardinal' });
  const categories: readonly string[] = rules.resolvedOptions().pluralCategories;
  const stray = Object.keys(element.options!).find((form) => !/^=/.test(form) && !categories.includes(form));
  if (stray === undefined) return undefined;
  const exact = stray === 'zero' ? '; for nothing at all write =0' : '';
  return `{${name}} has no form "${stray}" in ${language}, only ${categories.join(', ')}${exact}`;
}
