import { expect, it } from 'vitest';
import { SOURCE_FILES } from '../support/source-files.ts';

/** Statements that are planned once for programs of every size have the program as $1. */
const NAMED = SOURCE_FILES.filter(({ text }) => text.includes('$1::bigint'));

// A plan for the average of many small programs would read all rows of a large one: see src/domain/core/any-row.ts.
it('A statement that is planned once for programs of every size asks for a row with anyRow, not with exists', () => {
  expect(NAMED.length).toBeGreaterThan(10);
  const asked = NAMED.filter(({ text }) => /\bexists \(/.test(text)).map(({ name }) => name);
  expect(asked).toEqual([]);
});
