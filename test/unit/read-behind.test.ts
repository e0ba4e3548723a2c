import { expect, it } from 'vitest';
import type { NamedStatements, Question } from '../../src/db/named-statements.ts';
import { ReadBehind } from '../../src/domain/programs/read-behind.ts';

const WRITE = { name: 'write', text: 'select 1' };
const READ = { name: 'read', text: 'select 2' };
const OF = { program_id: 1 };

/** A server that numbers its answers. `writes`: whether a write has an effect. `loses`: the reads behind them. */
function server({ writes, loses = false }: { writes: boolean; loses?: boolean }) {
  const asked: string[] = [];
  const note = (text: string) => {
    asked.push(text);
    return { ord: asked.length };
  };
  const hot = {
    runEach: async ({ name }: typeof READ, _key: object, row: object) =>
      note(`${name} ${JSON.stringify(row)}`),
    runEachThen: async ({ name }: typeof WRITE, _key: object, row: object, [read, , question]: Question) => {
      const answer = note(`${name} ${JSON.stringify(row)}`);
      const found = note(`${read.name} ${JSON.stringify(question)}`);
      const behind = async () => {
        if (loses) throw new Error('the connection was lost');
        return found;
      };
      return { answer: writes ? answer : undefined, behind };
    },
  };
  return { asked, hot: hot as unknown as NamedStatements };
}

const ofCustomer = () => new ReadBehind((hot, id) => hot.runEach(READ, OF, { id }));

it('gives what was read behind the write to whoever asks the same first, once', async () => {
  const { asked, hot } = server({ writes: true });
  const read = ofCustomer();
  expect(await read.behind(hot, 7).runEach(WRITE, OF, { points: 5 })).toEqual({ ord: 1 });
  const after = read.over(hot);
  expect(await after.runEach(READ, OF, { id: 7 })).toEqual({ ord: 2 });
  expect(await after.runEach(READ, OF, { id: 7 })).toEqual({ ord: 3 });
  expect(asked).toEqual(['write {"points":5}', 'read {"id":7}', 'read {"id":7}']);
});

it('reads anew if the write had no effect, for whoever writes later', async () => {
  const { hot } = server({ writes: false });
  const read = ofCustomer();
  expect(await read.behind(hot, 7).runEach(WRITE, OF, {})).toBeUndefined();
  expect(await read.over(hot).runEach(READ, OF, { id: 7 })).toEqual({ ord: 3 });
});

it('reads anew what it did not ask, also if the same is asked later', async () => {
  const { hot } = server({ writes: true });
  const read = ofCustomer();
  await read.behind(hot, 7).runEach(WRITE, OF, {});
  const after = read.over(hot);
  expect(await after.runEach(READ, OF, { id: 8 })).toEqual({ ord: 3 });
  // It may have been written in between.
  expect(await after.runEach(READ, OF, { id: 7 })).toEqual({ ord: 4 });
});

it('reads anew where the read failed', async () => {
  const { asked, hot } = server({ writes: true, loses: true });
  const read = ofCustomer();
  expect(await read.behind(hot, 7).runEach(WRITE, OF, {})).toEqual({ ord: 1 });
  expect(await read.over(hot).runEach(READ, OF, { id: 7 })).toEqual({ ord: 3 });
  expect(asked).toHaveLength(3);
});

it('writes alone where nothing can be asked, and lets nobody fail for it', async () => {
  const { asked, hot } = server({ writes: true });
  const broken = new ReadBehind(async () => {
    throw new Error('there is no such site');
  });
  expect(await broken.behind(hot, 7).runEach(WRITE, OF, {})).toEqual({ ord: 1 });
  expect(asked).toEqual(['write {}']);
});
