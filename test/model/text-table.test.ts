import { describe, expect, it } from 'vitest';
import { textTable } from '../../src/cli/text-table.ts';

describe('a table', () => {
  it('may have more rows than a function takes arguments', () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => [String(index)]);
    expect(textTable(['id'], rows, 0).split('\n').slice(-2)).toEqual(['199998', '199999']);
  });
});
