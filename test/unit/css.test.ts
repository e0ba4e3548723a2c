import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { themeStyles } from '../../src/http/shared/theme-styles.ts';
import { cssMistake } from '../../src/program-file/css-mistake.ts';
import { parseProgramFile } from '../../src/program-file/parse-program-file.ts';
import { selfContained } from '../../src/program-file/self-contained.ts';
import { examples } from '../support/docs.ts';
import { HEAD, mistakesAfterHead } from '../support/program-file.ts';

const GOOD = `/* Ours */
.card:is(:hover, :focus-within) { color: rgb(0 0 0 / 0.5); --edge: { a: b }; }
@media (min-width: 60rem) { main::before { content: "url(https://evil.example)"; } }
.hero { background: url("data:image/png;base64,iVBORw0KGgo=") , url( data:image/webp;base64,UklGRg== ); }
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loyaltyd-css-'));
  writeFileSync(join(folder, 'page.css'), `\uFEFF${GOOD.replaceAll('\n', '\r\n')}`);
  writeFileSync(join(folder, 'large.css'), 'a{b:c}'.padEnd(8 * 1024 + 1));
});
afterAll(() => rmSync(folder, { recursive: true }));

const withCss = (css: string) => `${HEAD}theme: { css: ${JSON.stringify(css)} }\n`;
const parsed = (css: string) => parseProgramFile(withCss(css), folder).definition;

describe('the style sheet of a theme', () => {
  it('is read from beside the program file, with line breaks as browsers read them', () => {
    expect(parsed('page.css').settings.theme!.css).toBe(GOOD);
    expect(parsed(GOOD).settings.theme!.css).toBe(GOOD);
  });

  it('comes last among the styles of the page', () => {
    expect(themeStyles(parsed('page.css').settings.theme)!.css.endsWith(`}}${GOOD}`)).toBe(true);
  });

  it('stands in a file that is made to stand alone', () => {
    const alone = selfContained(withCss('page.css'), parsed('page.css'));
    expect(parseProgramFile(alone, null).definition).toEqual(parsed('page.css'));
    expect(selfContained(alone, parsed('page.css'))).toBe(alone);
  });

  it.each([
    ['none.css', /^theme\.css: cannot be read: ENOENT/],
    ['large.css', /^theme\.css: is 8193 bytes large; at most 8192 stand in every page$/],
    ['body { }}', /^theme\.css: line 1: closes what is not open$/],
  ])('is refused as %s', (css, expected) => {
    expect(() => parsed(css)).toThrow(expect.objectContaining({ mistakes: [expect.anything()] }));
    try {
      parsed(css);
    } catch (error) {
      const [{ path, message }] = (error as { mistakes: [{ path: string; message: string }] }).mistakes;
      expect(`${path}: ${message}`).toMatch(expected);
    }
  });

  it('is refused in a file that came alone, if it is a path', () => {
    expect(() => parseProgramFile(withCss('page.css'), null)).toThrow(
      'must be the style sheet itself: no other file comes with this one',
    );
  });
});

describe('a style sheet', () => {
  it('may do what loads nothing', () => {
    expect(cssMistake(GOOD)).toBeUndefined();
    expect(cssMistake(examples('docs/loyalty-page.md', 'own styles')[0]!)).toBeUndefined();
  });

  it.each([
    ['a {}\n@import "x.css";', 'line 2: @import loads another style sheet; write its rules here'],
    ['@IMP\\4frt url(data:image/png,x);', 'line 1: @import loads another style sheet; write its rules here'],
    [
      'a { b: url(https://evil.example/x) }',
      'line 1: url() is of no data: image; the page loads nothing else',
    ],
    ['a { b: url("//evil.example/x") }', 'line 1: url() is of no data: image; the page loads nothing else'],
    ['a { b: u\\72l(/page) }', 'line 1: url() is of no data: image; the page loads nothing else'],
    ['a { b: URL( "x" /**/ ) }', 'line 1: url() is of no data: image; the page loads nothing else'],
    ['a { b: url( /**/ "x" ) }', 'line 1: is broken off'],
    ['a { b: url(var(--x)) }', 'line 1: Unexpected character while consuming a url token.'],
    ['a { b: url(data:text/html,x) }', 'line 1: url() is of no data: image; the page loads nothing else'],
    [
      'a { b: image-set("x.png" 1x) }',
      'line 1: image-set() may load something; only url() of a data: image is allowed',
    ],
    ['a { b: src("x.png") }', 'line 1: src() may load something; only url() of a data: image is allowed'],
    ['a::after { content: "</style><script>" }', 'has "</" in it, which ends a style sheet within a page'],
    ['a { b: "c\n" }', 'line 1: Unexpected newline while consuming a string token.'],
    ['a {\n b: c;\n', 'line 1: is never closed'],
    ['a { b: calc(1px; }', 'line 1: closes what is not open'],
    ['a } b {', 'line 1: closes what is not open'],
    ['a { } /* open', 'line 1: Unexpected EOF while consuming a comment.'],
    ['a { b: "\0" }', 'has a character that no text has'],
  ])('is refused as %j', (css, mistake) => {
    expect(cssMistake(css)).toBe(mistake);
  });
});

describe('questions and terms', () => {
  it('are in the languages of the sites', () => {
    expect(
      mistakesAfterHead(
        'questions:',
        '  - question: { en: Why?, de: Warum? }',
        '    answer: { fr: Parce que. }',
        'terms: { fr: Soyez gentils. }',
      ),
    ).toEqual([
      '7:27 questions[0].question.de: is no language of any site',
      '8:5 questions[0].answer: lacks en, the first language of site "main"',
      '9:1 terms: lacks en, the first language of site "main"',
    ]);
  });
});
