import { describe, expect, it } from 'vitest';
import { withEntry, withoutEntry } from '../../src/program-file/draft-entries.ts';
import { editProgramFile } from '../../src/program-file/edit-program-file.ts';
import { ProgramFileError } from '../../src/program-file/mistakes.ts';

const FILE = `# Ours, since 2019
name: Shop # as on the sign
points: &five 5

rules:
  # People like this one.
  visit: { kind: pageview, points: 5 } # for now

  tea:
    kind: custom
    title: "Tea" # short
    points: *five
rewards:
  mug:
    lasts: &while 14d
    text: |
      Two
      lines
  cup: { lasts: *while }
`;

describe('an edit of a program file', () => {
  it('changes one value, and keeps every comment and the order', () => {
    const edited = editProgramFile(FILE, [{ path: ['rules', 'tea', 'title'], value: 'Green tea' }]);
    expect(edited).toBe(FILE.replace('"Tea"', '"Green tea"'));
  });

  it('changes of an entry only what differs', () => {
    const entry = { kind: 'custom', title: 'Tea', points: 5, limit: { count: 1 } };
    expect(withEntry(FILE, 'rules', 'tea', entry)).toBe(
      FILE.replace('    points: *five\n', '    points: *five\n    limit:\n      count: 1\n'),
    );
  });

  it('puts a new entry last, and makes the sections that it needs', () => {
    expect(withEntry(FILE, 'rules', 'sit', { kind: 'custom' })).toBe(
      FILE.replace('rewards:\n', '  sit:\n    kind: custom\nrewards:\n'),
    );
    expect(withEntry('', 'tiers', 'gold', { name: 'Gold' })).toBe(
      'tiers:\n  levels:\n    gold:\n      name: Gold\n',
    );
    expect(withEntry('rules:\n', 'rules', 'a', 1)).toBe('rules:\n  a: 1\n');
  });

  it('takes an entry out', () => {
    expect(withoutEntry(FILE, 'rules', 'visit')).not.toContain('visit');
    expect(withoutEntry(FILE, 'settings', 'name')).toContain('points: &five 5');
    expect(() => withoutEntry(FILE, 'rules', 'nothing')).toThrow('rules.nothing');
    expect(() => withoutEntry(FILE, 'benefits', 'nothing')).toThrow('tiers.benefits.nothing');
  });

  it('changes no other place that shares its value by an alias', () => {
    const changed = editProgramFile(FILE, [{ path: ['points'], value: 6 }]);
    expect(changed).toContain('points: 6');
    expect(changed).toContain('    points: 5');
    const within = editProgramFile('a: &a { x: 1 } # one\nb: *a # two\n', [{ path: ['b', 'x'], value: 2 }]);
    expect(within).toBe('a: { x: 1 } # one\nb: { x: 2 } # two\n');
  });

  it('writes out aliases within what an alias stands for', () => {
    const text = 'a: &a 1\nb: &b { x: *a, y: [*a] }\nc: *b\nd: &a 2\ne: *a\n';
    expect(editProgramFile(text, [{ path: ['c', 'x'], value: 3 }])).toBe(
      'a: 1\nb: { x: 1, y: [ 1 ] }\nc: { x: 3, y: [ 1 ] }\nd: 2\ne: 2\n',
    );
  });

  it('puts the entries of a section into another order, with their comments', () => {
    const sorted = editProgramFile(FILE, [{ path: ['rewards'], order: ['cup', 'mug'] }]);
    // The alias would stand before its anchor.
    expect(sorted).toContain('rewards:\n  cup: { lasts: 14d }\n  mug:\n    lasts: 14d\n    text: |\n');
  });

  it('changes the type of a value, lists and texts that need quotes', () => {
    const text = 'a: "5" # why\nb: [x, y] # list\n';
    const edited = editProgramFile(text, [
      { path: ['a'], value: 5 },
      { path: ['b'], value: ['no', 'x: y'] },
    ]);
    expect(edited).toBe('a: 5 # why\nb: [ no, "x: y" ] # list\n');
  });

  it('is refused for a text that is no YAML', () => {
    expect(() => withEntry('a: [', 'rules', 'a', 1)).toThrow(ProgramFileError);
  });

  it('takes names that objects have by themselves as names', () => {
    expect(withEntry('a: 1\n', 'settings', '__proto__', 2)).toBe('a: 1\n__proto__: 2\n');
    expect(() => withoutEntry('a: 1\n', 'settings', 'constructor')).toThrow('constructor');
  });
});
