import { describe, expect, it } from 'vitest';
import { patternMistake } from '../../src/domain/claims/codes.ts';
import { REWARD_KINDS } from '../../src/domain/programs/reward-kinds.ts';
import { RULE_KINDS } from '../../src/domain/programs/rule-kinds.ts';
import { programFileJsonSchema } from '../../src/program-file/schema.ts';
import { examples, pageText, tableRows } from '../support/docs.ts';

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  enum?: string[];
}

const { properties = {} } = programFileJsonSchema() as Schema;
const entry = (of: Schema | undefined) => Object.values(of!.patternProperties!)[0]!;
const rule = entry(properties.rules);
const reward = entry(properties.rewards);
const tiers = properties.tiers!;

/** The names in backticks, those that stand in brackets with them. */
function named(cell: string): string[] {
  return [...cell.matchAll(/\[?`\w+`\]?/g)].map(([name]) => name.replaceAll('`', ''));
}

/** The properties of a shape, or of several that stand for one another, those that some lack in brackets. */
function written(...shapes: Schema[]): string[] {
  const all = new Set(shapes.flatMap((shape) => Object.keys(shape.properties!)));
  return [...all].map((name) =>
    shapes.every((shape) => !shape.properties![name] || shape.required?.includes(name)) ? name : `[${name}]`,
  );
}

const kindsOf = (shape: Schema) => shape.properties!.kind!.enum!;
const shapeOf = (of: Schema, kind: string) => of.oneOf!.find((shape) => kindsOf(shape).includes(kind))!;

/** Properties that nearly every kind has. The cost of one kind differs. */
function common(of: Schema): string[] {
  const [first, ...rest] = of.oneOf!;
  return written(first!).filter(
    (name) => rest.filter((shape) => written(shape).includes(name)).length >= rest.length - 1,
  );
}
const own = (of: Schema, kind: string) =>
  written(shapeOf(of, kind)).filter((name) => !common(of).includes(name));

const PAGE = 'docs/program-file.md';

describe('the page about the program file', () => {
  it('has every key, in its order, with what it says', () => {
    const rows = Object.entries(properties).map(([name, { description }]) => [`\`${name}\``, description]);
    expect(tableRows(PAGE, 'Key')).toEqual(rows);
  });

  it('has every key of every part', () => {
    const parts = tableRows(PAGE, 'Part').map(([part = '', keys = '']) => [
      part.replaceAll('`', ''),
      named(keys).sort(),
    ]);
    const level = entry(tiers.properties!.levels);
    const benefit = entry(tiers.properties!.benefits);
    const expected: [string, string[]][] = [
      ['each of sites', written(entry(properties.sites))],
      ['tiers', written(tiers)],
      ['tiers.membership', written(...tiers.properties!.membership!.oneOf!)],
      ['each of tiers.levels', written(level)],
      ['each of tiers.benefits', [...written(benefit), ...written(benefit.properties!.details!)]],
      ['points_expiry', written(...properties.points_expiry!.oneOf!)],
      [
        'orders',
        [...written(properties.orders!), ...written(properties.orders!.properties!.earning_amount!)],
      ],
      ['referrals', written(properties.referrals!)],
      ['approvals', written(properties.approvals!)],
      ['operators.support', written(properties.operators!.properties!.support!)],
      ['reminders', written(properties.reminders!)],
      ['theme', written(properties.theme!)],
      ['theme.light, theme.dark', written(properties.theme!.properties!.light!)],
      ['each of questions', written(properties.questions!.items!)],
      ['each of rules', common(rule)],
      ['result', ['points', '[per_currency_unit]', 'reward']],
      ['each of rewards', common(reward)],
      ['limit, referrals.cap', written(properties.referrals!.properties!.cap!)],
    ];
    expect(parts).toEqual(expected.map(([part, keys]) => [part, [...keys].sort()]));
  });

  it('has every kind of rule with the keys of its own', () => {
    const rows = tableRows(PAGE, 'Rule kind').map(([kind = '', keys = '']) => [
      kind.replaceAll('`', ''),
      named(keys),
    ]);
    const kinds = rule.oneOf!.flatMap(kindsOf);
    expect(rows.map(([kind]) => kind).sort()).toEqual([...RULE_KINDS].sort());
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(kinds.map((kind) => [kind, own(rule, kind)])),
    );
  });

  it('has every kind of reward with the keys of its own', () => {
    const rows = tableRows(PAGE, 'Reward kind').map(([kind = '', keys = '']) => [
      kind.replaceAll('`', ''),
      named(keys).filter((name) => name !== 'cost_points'),
    ]);
    const kinds = reward.oneOf!.flatMap(kindsOf);
    expect(rows.map(([kind]) => kind).sort()).toEqual([...REWARD_KINDS].sort());
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(kinds.map((kind) => [kind, own(reward, kind)])),
    );
  });

  it('shows a pattern that can be used', () => {
    const [, pattern] = /\{ pattern: (\S+) \}/.exec(pageText(PAGE))!;
    expect(patternMistake(pattern!)).toBeUndefined();
  });

  it('shows the line by which editors know the schema, as the first page does', () => {
    const [line = ''] = examples('docs/program-file.md', 'schema line');
    expect(examples('docs/getting-started.md', 'getting started')[0]).toContain(line.trim());
    expect(line).toContain('/program.schema.json');
  });
});
