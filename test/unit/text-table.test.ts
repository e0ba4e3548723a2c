import { describe, expect, it } from 'vitest';
import { textTable } from '../../src/cli/text-table.ts';

describe('a table', () => {
  it('has a line for each row if it fits, figures at the right', () => {
    expect(
      textTable(
        ['period', 'earned'],
        [
          ['2026-01', '1,200'],
          ['2026-02', '9'],
        ],
        1,
      ),
    ).toBe(['period   earned', '2026-01   1,200', '2026-02       9'].join('\n'));
  });

  it('has rows side by side, as many as fit into 80 characters, if it would be wider', () => {
    const columns = ['period', ...Array.from({ length: 12 }, (_, index) => `figure_${index}`)];
    const rows = Array.from({ length: 12 }, (_, month) => [
      `2026-${String(month + 1).padStart(2, '0')}`,
      ...Array.from({ length: 12 }, (_none, index) => String((month + 1) * 10 ** (index % 6))),
    ]);
    const lines = textTable(columns, rows, 1).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    const shown = lines.filter((line) => line.startsWith('period')).join(' ');
    expect(rows.every(([period]) => shown.includes(period!))).toBe(true);
    expect(lines.filter((line) => line.startsWith('figure_11'))).toHaveLength(2);
  });
});
