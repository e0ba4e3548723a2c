import { describe, expect, it } from 'vitest';
import { editProgramFile } from '../../src/program-file/edit-program-file.ts';

describe('an edit of a program file', () => {
  it('takes a file with very many aliases', () => {
    const list = (count: number) => Array.from({ length: count }, () => '*a').join(', ');
    const lists = Array.from({ length: 5 }, () => `[${list(1_000)}]`).join(', ');
    const text = `a: &a 1\nb: [${lists}]\nc: [${list(200)}]\n`;
    const one = editProgramFile(text, [{ path: ['c'], value: [2] }]);
    expect(one.endsWith('c: [ 2 ]\n') && one.includes('*a')).toBe(true);
    const unfolded = editProgramFile(text, [{ path: ['a'] }]);
    expect(unfolded).not.toContain('*');
  });
});
