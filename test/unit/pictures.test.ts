import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeMistake, ProgramFileError } from '../../src/program-file/mistakes.ts';
import { parseProgramFile } from '../../src/program-file/parse-program-file.ts';
import { selfContained } from '../../src/program-file/self-contained.ts';
import { PNG, WEBP_LOSSY } from '../support/images.ts';
import { HEAD } from '../support/program-file.ts';

const MOST = 24 * 1024;
const TEA = { src: `data:image/webp;base64,${WEBP_LOSSY.toString('base64')}`, width: 3, height: 2 };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loyaltyd-pictures-'));
  const put = (name: string, bytes: Buffer | string) => writeFileSync(join(folder, name), bytes);
  put('tea.webp', WEBP_LOSSY);
  put('whole.png', Buffer.concat([PNG, Buffer.alloc(MOST - PNG.length)]));
  put('large.png', Buffer.concat([PNG, Buffer.alloc(MOST - PNG.length + 1)]));
  put('evil.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  put('evil.webp', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
});
afterAll(() => rmSync(folder, { recursive: true }));

const reward = (key: string, lines: string) =>
  `  ${key}: { kind: gift_card, title: Card, cost_points: 5, initial_balance: 1${lines} }\n`;
const file = (...images: string[]) =>
  `${HEAD}rewards:\n${images.map((image, index) => reward(`r${index}`, `, image: ${image}`)).join('')}`;

const picturesOf = (text: string, from: string | null = folder) =>
  parseProgramFile(text, from).definition.rewards.map(({ definition: { image } }) => image);

function mistakesOf(text: string, from: string | null = folder): string[] {
  try {
    parseProgramFile(text, from);
    return [];
  } catch (error) {
    if (error instanceof ProgramFileError) return error.mistakes.map(describeMistake);
    throw error;
  }
}

describe('the picture of a reward', () => {
  it('is read from beside the program file, or stands in it', () => {
    expect(picturesOf(file('tea.webp', JSON.stringify(TEA.src)))).toEqual([TEA, TEA]);
    expect(picturesOf(`${HEAD}rewards:\n${reward('r', '')}`)).toEqual([undefined]);
  });

  it.each([
    ['none.png', /image: cannot be read: ENOENT/],
    ['large.png', /image: is 24577 bytes large; at most 24576 are kept of a picture of a reward$/],
    ['evil.svg', /image: is no PNG, JPEG or WebP image; an SVG can hold scripts/],
    ['evil.webp', /image: is no PNG, JPEG or WebP image; an SVG can hold scripts/],
  ])('is refused as %s', (image, expected) => {
    const mistakes = mistakesOf(file(image));
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toMatch(expected);
  });

  it('is refused in a file that came alone, if it is a path', () => {
    expect(mistakesOf(file('tea.webp'), null)).toEqual([
      '7:82 rewards.r0.image: must be a data: URI: no other file comes with this one',
    ]);
    expect(picturesOf(file(JSON.stringify(TEA.src)), null)).toEqual([TEA]);
  });

  it('is either here or at an address', () => {
    const both = `${HEAD}rewards:\n${reward('r', ', image: tea.webp, image_url: https://shop.example/tea.webp')}`;
    expect(mistakesOf(both)).toEqual([
      '7:91 rewards.r.image_url: stands beside image: a reward has one picture',
    ]);
  });

  it('shares the room of all, so that a file with its pictures in it can be applied', () => {
    const sixteen = Array.from({ length: 16 }, () => 'whole.png');
    const { definition } = parseProgramFile(file(...sixteen), folder);
    const alone = selfContained(file(...sixteen), definition);
    expect(parseProgramFile(alone, null).definition).toEqual(definition);
    expect(mistakesOf(file(...sixteen, 'tea.webp'))).toEqual([
      expect.stringContaining('rewards.r16.image: is 30 bytes large; at most 0 are left of the 393216'),
    ]);
  });
});

describe('a program file that is made to stand alone', () => {
  it.each([
    ['in quotes', `${HEAD}rewards:\n${reward('r', ', image: "tea.webp" # the tin\n    ')}`],
    ['by an anchor', file('&tea tea.webp', '*tea')],
    ['within an anchor', `${file('tea.webp').replace('r0: {', 'r0: &tea {')}  r1: *tea\n`],
  ])('keeps a picture that is named %s', (_way, text) => {
    const { definition } = parseProgramFile(text, folder);
    const alone = selfContained(text, definition);
    expect(alone).not.toContain('tea.webp');
    expect(parseProgramFile(alone, null).definition).toEqual(definition);
    expect(alone.replaceAll(JSON.stringify(TEA.src), 'tea.webp')).toBe(
      text.replaceAll('"tea.webp"', 'tea.webp'),
    );
  });

  it('keeps the logos too', () => {
    const text = `${HEAD}theme: { logo: tea.webp, logo_dark: tea.webp }\n${file('tea.webp').slice(HEAD.length)}`;
    const { definition } = parseProgramFile(text, folder);
    expect(parseProgramFile(selfContained(text, definition), null).definition).toEqual(definition);
  });
});
