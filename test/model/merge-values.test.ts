import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import { mergeFile } from '../../src/program-file/merge-draft.ts';
import { parseProgramFile } from '../../src/program-file/parse-program-file.ts';
import { fileValues, writeProgramFile } from '../../src/program-file/write-program-file.ts';
import type { Json } from '../support/random-file-values.ts';
import { randomProgramFile } from '../support/random-program-file.ts';

const RUNS = 40;

/** A program file that has each part, or each entry of a part, from one of two others, in any order. */
function mixedOf(one: Json, other: Json): fc.Arbitrary<Json> {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return fc
    .tuple(fc.shuffledSubarray(names, { minLength: names.length }), fc.infiniteStream(fc.boolean()))
    .map(([order, choice]) => {
      const chosen = () => (choice.next().value ? one : other);
      const parts = order.map((name) => {
        if (name !== 'rules' && name !== 'rewards') return [name, chosen()[name]];
        const entries = { ...(one[name] as Json), ...(other[name] as Json) };
        const kept = Object.keys(entries).map((key) => [key, ((chosen()[name] ?? {}) as Json)[key]]);
        return [name, Object.fromEntries(kept.filter(([, entry]) => entry !== undefined))];
      });
      return Object.fromEntries(parts.filter(([, part]) => part !== undefined)) as Json;
    });
}

const three = fc
  .tuple(randomProgramFile, randomProgramFile)
  .chain(([one, other]) => fc.tuple(fc.constant(one), mixedOf(one, other), mixedOf(one, other)));

/** The definition, or null for a file with mistakes, such as a reward that is not there. */
function definitionOf(file: Json) {
  try {
    return parseProgramFile(JSON.stringify(file)).definition;
  } catch {
    return null;
  }
}

/** The words of a definition, with the order of its entries. */
function told(definition: ProgramDefinition) {
  const { sites, tiers, benefits, rules, rewards } = definition;
  const order = [sites, tiers, benefits, rules, rewards].map((entries) => entries.map(({ key }) => key));
  return { values: fileValues(definition), order };
}

describe('the merge of three random program files', () => {
  it('says what was merged, and takes whole what one side alone changed', () => {
    let merges = 0;
    fc.assert(
      fc.property(three, fc.infiniteStream(fc.constantFrom('mine', 'theirs', undefined)), (files, choice) => {
        const [base, theirs, mine] = files.map(definitionOf);
        fc.pre(base != null && theirs != null && mine != null);
        const text = writeProgramFile(mine!);
        const state = mergeFile(text, base!, theirs!, () => choice.next().value);
        if (state.merged?.definition) merges += 1;
        const alone = mergeFile(writeProgramFile(base!), base!, theirs!, () => undefined);
        expect(told(alone.merged!.definition!)).toEqual(told(theirs!));
        expect(alone.conflicts).toEqual([]);
        expect(mergeFile(text, base!, base!, () => undefined)).toMatchObject({
          conflicts: [],
          merged: { file: text },
        });
        const all = mergeFile(text, base!, mine!, () => undefined);
        expect(all).toMatchObject({ conflicts: [], merged: { file: text } });
      }),
      { numRuns: RUNS },
    );
    expect(merges).toBeGreaterThan(RUNS / 4);
  });
});
