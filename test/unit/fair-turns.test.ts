import { describe, expect, it } from 'vitest';
import { FairTurns, type Owner, SERVER_ITSELF } from '../../src/db/fair-turns.ts';

const of = (program_id: number, key = 'key'): Owner => ({ program_id, key });

function turns(number: number, clock = { now: 0 }) {
  const order: string[] = [];
  const fair = new FairTurns({
    turns: number,
    patience_ms: 0,
    now: () => clock.now,
    refusal: () => new Error('too long'),
  });
  return {
    fair,
    order,
    /** Takes a turn and notes it under the name when it comes. */
    take(name: string, owner: Owner): Promise<void> {
      const turn = fair.take(owner);
      if (!turn) order.push(name);
      return Promise.resolve(turn).then(() => void (turn && order.push(name)));
    },
  };
}

/** Lets those who were given a turn say so. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('fair turns', () => {
  it('are not all given to one program, and each program finds one', () => {
    const { order, take } = turns(8);
    for (let number = 1; number <= 8; number += 1) void take('a', of(1));
    expect(order).toEqual(Array(6).fill('a'));
    void take('b', of(2));
    void take('server', SERVER_ITSELF);
    expect(order.slice(6)).toEqual(['b', 'server']);
  });

  it('go, once freed, to the program that holds fewer', async () => {
    const { fair, order, take } = turns(3);
    for (const name of ['a', 'a', 'a', 'a']) void take(name, of(1));
    void take('server', SERVER_ITSELF);
    void take('b', of(2));
    fair.give(of(1));
    await settled();
    expect(order).toEqual(['a', 'a', 'server', 'b']);
  });

  it('go, within a program, to the key that holds fewer', async () => {
    const { fair, order, take } = turns(3);
    for (const name of ['many', 'many', 'many']) void take(name, of(1, 'many'));
    void take('few', of(1, 'few'));
    fair.give(of(1, 'many'));
    await settled();
    expect(order).toEqual(['many', 'many', 'few']);
  });

  it('are left to the other keys of a program, until they have not come for long', () => {
    const clock = { now: 100_000 };
    const { fair, order, take } = turns(16, clock);
    void take('few', of(1, 'few'));
    fair.give(of(1, 'few'));
    for (let number = 1; number <= 16; number += 1) void take('many', of(1, 'many'));
    expect(order).toEqual(['few', ...Array(9).fill('many')]);
    clock.now += 60_001;
    for (let number = 1; number <= 4; number += 1) void take('later', of(1, 'many'));
    expect(order.slice(10)).toEqual(Array(3).fill('later'));
  });

  it('come to the server itself before all who wait', async () => {
    const { fair, order, take } = turns(1);
    void take('a', of(1));
    void take('b', of(2));
    void take('server', SERVER_ITSELF);
    fair.give(of(1));
    await settled();
    expect(order).toEqual(['a', 'server']);
  });

  it('are refused to all who wait when that is said, and to nobody who holds one', async () => {
    const { fair, take } = turns(1);
    await take('a', of(1));
    const waiting = [take('b', of(1)), take('c', of(2))];
    fair.refuseWaiting(() => new Error('no answer'));
    for (const one of waiting) await expect(one).rejects.toThrow('no answer');
    fair.give(of(1));
    await take('d', of(2));
  });

  it('are never more than there are, and none is lost, whoever comes and goes', async () => {
    const { fair } = turns(3);
    let held = 0;
    let most = 0;
    let served = 0;
    const work = async (owner: Owner) => {
      await fair.take(owner);
      held += 1;
      most = Math.max(most, held);
      await settled();
      held -= 1;
      served += 1;
      fair.give(owner);
    };
    const callers = Array.from({ length: 300 }, (_, number) => work(of(number % 5, String(number % 7))));
    await Promise.all(callers);
    expect([most, served]).toEqual([3, 300]);
  });
});
