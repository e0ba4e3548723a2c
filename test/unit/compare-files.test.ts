import { expect, it } from 'vitest';
import { compareFiles } from '../../src/program-file/compare-files.ts';
import { programDefinition, programSettings, ruleDefinition } from '../support/factories.ts';

const rules = (...keys: string[]) => keys.map((key) => ({ key, definition: ruleDefinition() }));
const told = (before: Parameters<typeof programDefinition>[0], after: typeof before) =>
  compareFiles(programDefinition(before), programDefinition(after)).map(({ kind, key, action, fields }) => [
    action,
    kind,
    key,
    ...fields.map(({ path, before, after }) => [path, before, after]),
  ]);

it('Definitions that are the same differ in nothing', () => {
  expect(told({}, {})).toEqual([]);
});

it('A change is named by its entry and its field, with the value before and after', () => {
  const settings = (tax: boolean) =>
    programSettings({ points_expiry: tax ? { mode: 'calendar_date', month: 1, day: 2 } : null });
  expect(told({ name: 'A', settings: settings(false) }, { name: 'B', settings: settings(true) })).toEqual([
    [
      'changed',
      'program',
      'shop',
      ['name', 'A', 'B'],
      ['points_expiry', undefined, { mode: 'calendar_date', month: 1, day: 2 }],
    ],
  ]);
  const five = [
    {
      key: 'a',
      definition: ruleDefinition({ result: { kind: 'points', points: 5, per_currency_unit_minor: null } }),
    },
  ];
  const six = [
    {
      key: 'a',
      definition: ruleDefinition({ result: { kind: 'points', points: 6, per_currency_unit_minor: null } }),
    },
  ];
  expect(told({ rules: five }, { rules: six })).toEqual([['changed', 'rule', 'a', ['result.points', 5, 6]]]);
});

it('An entry that comes, goes or changes its place is named; those around it are not', () => {
  const names = (before: string[], after: string[]) =>
    told({ rules: rules(...before) }, { rules: rules(...after) }).map(
      ([action, , key]) => `${action} ${key}`,
    );
  expect(names(['a', 'b'], ['a', 'x', 'b'])).toEqual(['added x']);
  expect(names(['a', 'b', 'c'], ['a', 'c'])).toEqual(['removed b']);
  expect(names(['a', 'b'], ['b', 'a'])).toEqual(['moved b', 'moved a']);
});

it('Amounts, periods and what goes without saying are named as the file has them', () => {
  const rule = (enabled: boolean, minor: number) => [
    {
      key: 'a',
      definition: ruleDefinition({
        kind: 'purchase',
        properties: {},
        enabled,
        approval_period_seconds: minor * 864,
        result: { kind: 'points', points: 5, per_currency_unit_minor: minor },
      }),
    },
  ];
  expect(told({ rules: rule(true, 100) }, { rules: rule(false, 250) })).toEqual([
    [
      'changed',
      'rule',
      'a',
      ['result.per_currency_unit', 1, 2.5],
      ['approval_period', '1d', '60h'],
      ['enabled', true, false],
    ],
  ]);
});
