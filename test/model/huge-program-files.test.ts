import { describe, expect, it } from 'vitest';
import { mistakesAfterHead, mistakesIn } from '../support/program-file.ts';

const POINTS = 'result: { points: 1 }';

describe('a text that unfolds without end is refused, and takes no time without end', () => {
  const nine = (of: string) => `[${Array.from({ length: 9 }, () => of).join(',')}]`;
  const BOMB = ['b', 'c', 'd', 'e', 'f', 'g'].map(
    (name, i) => `${name}: &${name} ${nine(i === 0 ? 'x' : `*${'bcdefg'[i - 1]}`)}`,
  );

  it('aliases that unfold without end', () => {
    expect(mistakesIn(BOMB.join('\n'))).toEqual(['1:1 the file unfolds into more than 100000 values']);
    expect(mistakesIn('a: &a [*a]')).toEqual(['1:1 the file is nested more than 32 levels deep']);
  });

  it.each(['spare: 1\nspare:', '7:', '? [a]\n:', '?'])('nor where a name is refused: %j', (place) => {
    const hidden = [place, ...BOMB.map((line) => `  ${line}`)].join('\n');
    expect(mistakesIn(hidden)).toEqual(['1:1 the file unfolds into more than 100000 values']);
  });

  it('a long name over many values', () => {
    const [name, values] = ['k'.repeat(400_000), Array.from({ length: 100 }, () => 1)];
    expect(mistakesIn(`? ${name}\n: [${values.join(',')}]`)).toEqual([
      '1:1 the names of the file unfold into more than 20000000 characters',
    ]);
  });

  it('mistakes without end', () => {
    const rule = '{ kind: pageview, points: [], title: [], description: [], limit: [] }';
    const rules = Array.from({ length: 300 }, (_, number) => `  r${number}: ${rule}`);
    const mistakes = mistakesIn(['rules:', ...rules].join('\n'));
    expect(mistakes.length).toBeGreaterThan(100);
    expect(mistakes.length).toBeLessThanOrEqual(1_000);
  });

  it('wrong names without end, of which only the first are told what is like them', () => {
    const names = (first: string) => Array.from({ length: 100 }, (_, number) => `${first}${number}`);
    const mistakes = mistakesIn(
      `tiers: { benefits: { ${names('perk-')} }, levels: { base: { benefits: [${names('perks-')}] } } }`,
    ).filter((mistake) => mistake.includes('there is no benefit'));
    expect(mistakes).toHaveLength(100);
    expect(mistakes.filter((mistake) => mistake.includes('did you mean "perk-'))).toHaveLength(50);
  });

  it('brackets without end', () => {
    expect(mistakesIn('['.repeat(20_000) + ']'.repeat(20_000))).toEqual([
      expect.stringMatching(/^\d+:\d+ the file is nested too deeply$/),
    ]);
  });
});

describe('more entries than the file may hold', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
  const many = (count: number, entry: (number: number) => string) => numbers(count).map(entry).join(', ');
  it.each<[entries: string, lines: string[], expected: string[]]>([
    [
      'rules, whose other mistakes are not looked at',
      [`rules: { ${many(1_001, (number) => `r${number}: { kind: magic }`)} }`],
      ['6:1 rules: must hold at most 1000 entries, and holds 1001'],
    ],
    [
      'rules that one alias repeats',
      [
        'rules:',
        '  r: &r { kind: join_program, result: { points: 1 } }',
        ...numbers(1_000).map((n) => `  r${n}: *r`),
      ],
      ['6:1 rules: must hold at most 1000 entries, and holds 1001'],
    ],
    [
      'products of a rule',
      [
        `rules: { r: { kind: product_purchase, ${POINTS}, products: [${many(1_001, (number) => `"${number}"`)}] } }`,
      ],
      ['6:62 rules.r.products: must hold at most 1000 entries, and holds 1001'],
    ],
    [
      'tiers',
      [
        `tiers: { boundary_mode: spend, membership: { mode: lifetime }, levels: { ${many(101, (number) => `t${number}: { name: T, lower_bound: ${number} }`)} } }`,
      ],
      ['6:72 tiers.levels: must hold at most 100 entries'],
    ],
    [
      'languages of a text',
      [
        `rules: { r: { kind: review, ${POINTS}, title: { ${many(101, (number) => `en-${1_000 + number}: T`)} } } }`,
      ],
      ['6:59 rules.r.title: must hold at most 100 entries'],
    ],
  ])('%s', (_entries, lines, expected) => {
    expect(mistakesAfterHead(...lines)).toEqual(expected);
  });

  it('is more than a large program has', () => {
    const rules = many(
      1_000,
      (number) => `r${number}: { kind: custom, name: n${number}, title: T, ${POINTS} }`,
    );
    const rewards = many(
      1_000,
      (number) => `w${number}: { kind: gift_card, title: T, cost_points: 9, initial_balance: 5 }`,
    );
    expect(mistakesAfterHead(`rules: { ${rules} }`, `rewards: { ${rewards} }`)).toEqual([]);
  });
});
