import { describe, expect, it } from 'vitest';
import { SERVER_WORDS } from '../../src/http/console/language/translate-sentence.ts';
import { CONSOLE_CATALOGUES } from '../../src/http/console/language/wording.ts';
import { FILE_WORDS } from '../../src/http/console/program/file-words.ts';
import { CATALOGUES } from '../../src/texts/catalogues.ts';

type Language = keyof typeof FILE_WORDS;
const LANGUAGES = Object.keys(FILE_WORDS) as Language[];

/** Examples of a program file, and the marks of a pattern of codes: they are written as the file has them. */
const EXAMPLES = /"(?:#2d3a8c|Times New Roman)"|data:\S+|\S*\?{2}\S*|(?<=[ 。])\?(?=[ は])/g;

const pageTexts = (language: Language) => Object.values<string>(CATALOGUES[language]!);

function consoleTexts(language: Language): string[] {
  const all = [CONSOLE_CATALOGUES[language], FILE_WORDS[language], SERVER_WORDS[language]];
  return all.flatMap((texts) => Object.values<string>(texts)).map((text) => text.replaceAll(EXAMPLES, 'X'));
}

const textsOf = (language: Language) => [...pageTexts(language), ...consoleTexts(language)];
const found = (pattern: RegExp, texts: readonly string[]) => texts.filter((text) => pattern.test(text));

describe.each(LANGUAGES)('the texts in %s', (language) => {
  it('have one space between words, and an ellipsis of one character', () => {
    expect(found(/ {2}|^\s|\s$|\.\.\./, textsOf(language))).toEqual([]);
  });
});

describe('the texts in French', () => {
  it('keep high punctuation and quotation marks on the line of their words', () => {
    expect(found(/ [:;!?»]|« /, textsOf('fr'))).toEqual([]);
    expect(found(/[\p{L})}][;!?»]|«[^\u00a0]/u, textsOf('fr'))).toEqual([]);
  });
});

describe('the texts in Spanish', () => {
  it.each(['¿?', '¡!'])('open and close with %s', ([open, close]) => {
    const uneven = (text: string) => text.split(open!).length !== text.split(close!).length;
    expect(textsOf('es').filter(uneven)).toEqual([]);
  });
});

describe('the texts in Japanese', () => {
  const LETTER = '[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}ー]';

  it('have marks of full width, and no spaces between words', () => {
    expect(found(new RegExp(`${LETTER}[!?:;,.]|[!?;,.]${LETTER}`, 'u'), textsOf('ja'))).toEqual([]);
    expect(found(new RegExp(`${LETTER} (?:\\w+ )?${LETTER}|[。、：] `, 'u'), textsOf('ja'))).toEqual([]);
  });
});

describe('the texts in Arabic', () => {
  it('have commas, semicolons and question marks of the script', () => {
    expect(found(/[\p{Script=Arabic}»)] ?[,;?]/u, textsOf('ar'))).toEqual([]);
  });
});

describe('the texts in German', () => {
  it('have quotation marks of the language', () => {
    expect(found(/"/, textsOf('de'))).toEqual([]);
  });

  it('say Sie to operators, and du to shoppers', () => {
    expect(found(/\b(?:du|dich|dir|dein\p{L}*)\b/iu, consoleTexts('de'))).toEqual([]);
    expect(found(/\b(?:Ihnen|Ihr\p{L}*)\b/u, pageTexts('de'))).toEqual([]);
  });
});
