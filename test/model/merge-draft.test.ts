import { describe, expect, it } from 'vitest';
import { mergeFile } from '../../src/program-file/merge-draft.ts';
import type { Decide } from '../../src/program-file/merge-values.ts';
import { parseProgramFile } from '../../src/program-file/parse-program-file.ts';
import { HEAD } from '../support/program-file.ts';

const BASE = `# Ours
${HEAD}tiers:
  boundary_mode: spend
  membership: { mode: lifetime }
  levels:
    base: { name: Base, lower_bound: 0 }
    gold: { name: Gold, lower_bound: 500 }
points_expiry: { mode: after_earning, duration_months: 12 }
rules:
  # The first one.
  visit: { kind: pageview, title: Visit us, result: { points: 5 } } # a few
  tea: { kind: custom, name: tea, title: Tea, limit: { count: 2, interval: day }, result: { points: 1 } }
  sit: { kind: custom, name: sit, title: Sit, result: { points: 2 } }
rewards:
  ship: { kind: free_shipping_voucher, title: Free, cost_points: 50 }
`;

type Change = [from: string | RegExp, to: string];
const changed = (changes: Change[]) => changes.reduce((text, [from, to]) => text.replace(from, to), BASE);

function merge(theirs: Change[], mine: Change[], decide: Decide = () => undefined) {
  const definition = (changes: Change[]) => parseProgramFile(changed(changes)).definition;
  const { merged, ...state } = mergeFile(changed(mine), definition([]), definition(theirs), decide);
  return { ...state, file: merged?.file, definition: merged?.definition };
}

describe('a draft on which others built meanwhile', () => {
  it('takes their changes into the text, beside its own', () => {
    const merged = merge(
      [
        ['points: 5', 'points: 6'],
        ['  tea:', '  walk: { kind: custom, name: walk, title: Walk, result: { points: 3 } }\n  tea:'],
        [/ {2}sit: .*\n/, ''],
      ],
      [
        ['Visit us', 'Come in'],
        ['duration_months: 12', 'duration_months: 24'],
      ],
    );
    expect(merged).toMatchObject({ mistakes: [], conflicts: [] });
    expect(merged.file).toContain(`rules:
  # The first one.
  visit: { kind: pageview, title: Come in, result: { points: 6 } } # a few
  walk:
    kind: custom
    title: Walk
    result:
      points: 3
    name: walk
  tea: { kind: custom, name: tea`);
    expect(merged.file).not.toContain('\n  sit:');
    expect(merged.file).toContain('duration_months: 24');
  });

  it('names each place that both changed, in the words and units of the file', () => {
    const { conflicts, file } = merge(
      [
        ['points: 5', 'points: 6'],
        ['lower_bound: 500', 'lower_bound: 600'],
        [/ {2}sit: .*\n/, ''],
        ['count: 2,', 'count: 3,'],
      ],
      [
        ['points: 5', 'points: 7'],
        ['lower_bound: 500', 'lower_bound: 450'],
        ['title: Sit', 'title: Sit down'],
        ['interval: day', 'interval: week'],
      ],
    );
    expect(conflicts).toEqual([
      { path: ['tiers', 'levels', 'gold', 'lower_bound'], base: 500, theirs: 600, mine: 450 },
      { path: ['rules', 'visit', 'result'], base: { points: 5 }, theirs: { points: 6 }, mine: { points: 7 } },
      // A limit that neither of them wrote would come out of its parts.
      {
        path: ['rules', 'tea', 'limit'],
        base: { count: 2, interval: 'day' },
        theirs: { count: 3, interval: 'day' },
        mine: { count: 2, interval: 'week' },
      },
      {
        path: ['rules', 'sit'],
        base: expect.objectContaining({ title: 'Sit' }),
        theirs: undefined,
        mine: expect.objectContaining({ title: 'Sit down' }),
      },
    ]);
    expect(file).toContain('lower_bound: 450');
  });

  it('follows what was decided', () => {
    const both: [Change[], Change[]] = [[['points: 5', 'points: 6']], [['points: 5', 'points: 7']]];
    const mine = merge(...both, () => 'mine');
    expect([mine.conflicts, mine.file]).toEqual([[], expect.stringContaining('{ points: 7 } } # a few')]);
    const theirs = merge(...both, () => 'theirs');
    expect([theirs.conflicts, theirs.file]).toEqual([[], expect.stringContaining('{ points: 6 } } # a few')]);
  });

  it('has no conflict where both did the same, or one of them nothing', () => {
    const same: Change[] = [
      ['points: 5', 'points: 6'],
      [/ {2}sit: .*\n/, ''],
    ];
    expect(merge(same, same)).toMatchObject({ conflicts: [], file: changed(same) });
    expect(merge([], same)).toMatchObject({ conflicts: [], file: changed(same) });
    expect(merge(same, [])).toMatchObject({
      conflicts: [],
      definition: parseProgramFile(changed(same)).definition,
    });
    // As it is unless said otherwise.
    const defaulted: Change[] = [['title: Tea,', 'title: Tea, enabled: true,']];
    expect(merge([], defaulted)).toMatchObject({ conflicts: [], file: changed(defaulted) });
    expect(merge([['title: Tea,', 'title: Tea, enabled: false,']], defaulted)).toMatchObject({
      conflicts: [],
      file: expect.stringContaining('enabled: false'),
    });
  });

  it('keeps the order that one of them gave the entries, and asks if both did', () => {
    const line = (key: string) => new RegExp(` {2}${key}: \\{.*\\n`).exec(BASE)![0];
    const move = (key: string, before: string): Change[] => [
      [line(key), ''],
      [line(before), line(key) + line(before)],
    ];
    const keys = (text = '') => [...text.matchAll(/^ {2}(visit|tea|sit):/gm)].map(([, key]) => key);
    const moved = merge(move('sit', 'tea'), [['title: Tea', 'title: Green tea']]);
    expect([moved.conflicts, keys(moved.file)]).toEqual([[], ['visit', 'sit', 'tea']]);
    const both = merge(move('sit', 'tea'), move('tea', 'visit'));
    expect(both.conflicts).toEqual([
      {
        path: ['rules'],
        base: ['visit', 'tea', 'sit'],
        theirs: ['visit', 'sit', 'tea'],
        mine: ['tea', 'visit', 'sit'],
      },
    ]);
    expect(keys(merge(move('sit', 'tea'), move('tea', 'visit'), () => 'theirs').file)).toEqual([
      'visit',
      'sit',
      'tea',
    ]);
  });

  it('asks if one changed the unit of amounts that the other changed', () => {
    const orders: Change[] = [['boundary_mode: spend', 'boundary_mode: orders']];
    const more: Change[] = [['lower_bound: 500', 'lower_bound: 600']];
    const conflict = { path: ['tiers', 'boundary_mode'], base: 'spend' };
    expect(merge(orders, more).conflicts).toEqual([{ ...conflict, theirs: 'orders', mine: 'spend' }]);
    expect(merge(more, orders).conflicts).toEqual([{ ...conflict, theirs: 'spend', mine: 'orders' }]);
    const kept = merge(orders, more, () => 'mine');
    expect([kept.conflicts, kept.file]).toEqual([[], changed(more)]);
    expect(merge(orders, [['Visit us', 'Come in']]).conflicts).toEqual([]);
  });

  it('shows the mistakes that only the two make together', () => {
    const { mistakes, definition } = merge(
      [[/rewards:\n.*\n/, '']],
      [['result: { points: 2 }', 'result: { reward: ship }']],
    );
    expect([mistakes, definition]).toEqual([
      [{ line: 18, column: 65, path: 'rules.sit.result.reward', message: 'there is no reward "ship"' }],
      null,
    ]);
  });
});
