import { expect, it } from 'vitest';
import { FirstRead } from '../../src/domain/programs/first-read.ts';
import type { RunEach } from '../../src/domain/programs/key-lookup.ts';

const READ = { name: 'read', text: 'select 1' };
const OTHER = { name: 'other', text: 'select 2' };
const OF = { program_id: 1 };

/** A server that answers every question with its number. */
function server() {
  const asked: [string, object, object][] = [];
  const runEach = (async ({ name }, key, row) => {
    asked.push([name, key, row]);
    return { ord: asked.length };
  }) as RunEach['runEach'];
  return { asked, hot: { runEach } };
}

it('gives the answer that was asked ahead to whoever asks the same first, once', async () => {
  const { asked, hot } = server();
  const first = new FirstRead();
  void first.through(hot).runEach(READ, OF, { name: 'ada', ids: [1, 2] });
  const after = first.over(hot);
  expect(await after.runEach(READ, OF, { ids: [1, 2], name: 'ada' })).toEqual({ ord: 1 });
  expect(await after.runEach(READ, OF, { name: 'ada', ids: [1, 2] })).toEqual({ ord: 2 });
  expect(asked).toHaveLength(2);
});

it.each<[string, typeof READ, { program_id: number; lane?: string }, object]>([
  ['another statement', OTHER, OF, { name: 'ada', ids: [1, 2] }],
  ['another program', READ, { program_id: 2 }, { name: 'ada', ids: [1, 2] }],
  ['another lane', READ, { ...OF, lane: '7' }, { name: 'ada', ids: [1, 2] }],
  ['another row', READ, OF, { name: 'ada', ids: [2, 1] }],
  ['a row with less', READ, OF, { name: 'ada' }],
  ['a row with more', READ, OF, { name: 'ada', ids: [1, 2], more: null }],
])('asks again for %s, also when the first one is asked later', async (_, statement, key, row) => {
  const { asked, hot } = server();
  const first = new FirstRead();
  void first.through(hot).runEach(READ, OF, { name: 'ada', ids: [1, 2] });
  const after = first.over(hot);
  expect(await after.runEach(statement, key, row)).toEqual({ ord: 2 });
  // It may have been written in between.
  expect(await after.runEach(READ, OF, { name: 'ada', ids: [1, 2] })).toEqual({ ord: 3 });
  expect(asked).toHaveLength(3);
});

it('tells a member that has no value from one that is another', async () => {
  const { hot } = server();
  const first = new FirstRead();
  void first.through(hot).runEach(READ, OF, { name: undefined });
  expect(await first.over(hot).runEach(READ, OF, { ids: undefined })).toEqual({ ord: 2 });
});

it('lets the asker do nothing with the answer, also if there is none', async () => {
  const failing: RunEach = { runEach: () => Promise.reject(new Error('lost')) };
  const first = new FirstRead();
  let went = false;
  const asker = first.through(failing).runEach(READ, OF, {});
  asker.then(
    () => (went = true),
    () => (went = true),
  );
  await expect(first.over(failing).runEach(READ, OF, {})).rejects.toThrow('lost');
  expect(went).toBe(false);
});
