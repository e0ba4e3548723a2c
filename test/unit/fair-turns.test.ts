import { describe, expect, it } from 'vitest';
import { FairTurns, type Owner, SERVER_ITSELF } from '../../src/db/fair-turns.ts';

const of = (program_id: number, key = 'key'): Owner => ({ program_id, key });

function turns(number: number, clock = { now: 0 }, patience_ms = 0) {
  const order: string[] = [];
  const fair = new FairTurns({
    turns: number,
    patience_ms,
    now: () => clock.now,
    refusal: () => new Error('too long'),
    ...(patience_ms > 0 && { foresees: true }),
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

/** Longer than any test takes: nobody is refused for having waited. */
const PATIENCE_MS = 1_000_000;

describe('callers that would wait too long', () => {
  /** A queue of which one leaves the front each 20 s, so 50 leave within the time that anybody waits. */
  function queueOf(waiting: number) {
    const clock = { now: 0 };
    const { fair, take } = turns(1, clock, PATIENCE_MS);
    const all = Array.from({ length: waiting + 34 }, () => take('a', of(1)));
    const leave = () => {
      clock.now += 20_000;
      fair.give(of(1));
    };
    for (let left = 0; left < 33; left += 1) leave();
    const end = async () => {
      for (let left = 0; left < all.length - 33; left += 1) leave();
      await Promise.all(all);
    };
    return { fair, clock, take, leave, end };
  }

  it('are refused at once, and those who would not, wait', async () => {
    const { take, end } = queueOf(50);
    const last = take('last', of(1));
    await expect(take('late', of(1))).rejects.toThrow('too long');
    await end();
    await last;
  });

  it('are let in again once fewer wait', async () => {
    const { take, leave, end } = queueOf(51);
    await expect(take('late', of(1))).rejects.toThrow('too long');
    leave();
    const next = take('next', of(1));
    await end();
    await next;
  });

  it('are refused sooner when nobody leaves any more', async () => {
    const { clock, take, end } = queueOf(30);
    clock.now += 1_000_000;
    await expect(take('late', of(1))).rejects.toThrow('too long');
    await end();
  });

  it('are let in again once somebody leaves who waits', async () => {
    const { fair, take, end } = queueOf(50);
    let leave = () => {};
    const gone = fair.take(of(1), (way) => {
      leave = way;
    });
    await expect(take('late', of(1))).rejects.toThrow('too long');
    leave();
    await expect(gone).rejects.toThrow('too long');
    const next = take('next', of(1));
    await end();
    await next;
  });

  it('are those of the same key alone', async () => {
    const { fair, take, end } = queueOf(51);
    const neighbour = take('neighbour', of(2));
    await end();
    await neighbour;
    fair.give(of(2));
  });

  it('are not known before a queue has moved, however slow the one before it was', async () => {
    const { fair, clock, take, end } = queueOf(51);
    await end();
    fair.give(of(1));
    clock.now += 3_600_000;
    await take('first', of(1));
    const all = Array.from({ length: 100 }, () => take('again', of(1)));
    for (let left = 0; left < 100; left += 1) fair.give(of(1));
    await Promise.all(all);
  });
});

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

  it('go, of those that hold as few, to who began to wait first', async () => {
    const { fair, order, take } = turns(1);
    for (const program of [1, 2]) {
      void take('before', of(program));
      fair.give(of(program));
    }
    void take('held', of(3));
    void take('first', of(2));
    void take('second', of(1));
    fair.give(of(3));
    await settled();
    expect(order).toEqual(['before', 'before', 'held', 'first']);
  });

  it('are not given to those who have left', async () => {
    const { fair, order, take } = turns(1);
    void take('a', of(1));
    let leave = () => {};
    const gone = fair.take(of(2), (way) => {
      leave = way;
    });
    void take('b', of(3));
    expect(fair.countWaiting()).toBe(2);
    leave();
    await expect(gone).rejects.toThrow();
    expect(fair.countWaiting()).toBe(1);
    fair.give(of(1));
    // Its connection ends after it has left, too.
    leave();
    await settled();
    expect(order).toEqual(['a', 'b']);
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
