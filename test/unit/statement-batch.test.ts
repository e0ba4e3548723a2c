import { expect, it } from 'vitest';
import { batchOf, RowInTwo } from '../../src/db/statement-batch.ts';

const STATEMENT = { name: 'write', text: 'select 1' };

it('writes a row in two as one object, with its number first', () => {
  const rows = [new RowInTwo({ a: 1, left_out: undefined }, { b: 'two' }), { c: null }, {}];
  const [program, json] = batchOf(STATEMENT, 7, rows).values;
  expect(program).toBe(7);
  expect(json).toBe('[{"ord":0,"a":1,"b":"two"},{"ord":1,"c":null},{"ord":2}]');
});
