import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { BatchQueue, QueueRefusal } from '../../src/db/batch-queue.ts';

interface Numbered {
  number: number;
}

/** A queue whose statements are answered, by the test, in the order in which they were sent. */
function controlledQueue(more: { in_turn?: boolean } = {}) {
  const sent: { numbers: number[]; answer(): void; fail(error: unknown): void }[] = [];
  const clock = { now: 0 };
  let idle = 0;
  const queue = new BatchQueue<number>(
    (rows) =>
      new Promise((resolve, reject) => {
        const numbers = (rows as Numbered[]).map((row) => row.number);
        sent.push({ numbers, answer: () => resolve(numbers.map((number) => number * 10)), fail: reject });
      }),
    {
      now: () => clock.now,
      onIdle: () => {
        idle += 1;
      },
      ...more,
    },
  );
  return { queue, sent, clock, timesIdle: () => idle };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
/** Long enough for an answer to be heard and the next batch to be sent. */
async function turn(): Promise<void> {
  for (const _ of [1, 2]) await new Promise((resolve) => setImmediate(resolve));
}

function refusal(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError('refused', 0, 'error');
  error.code = code;
  return error;
}

describe('a queue of rows', () => {
  it('sends what comes in one turn together, and answers each with its own', async () => {
    const { queue, sent, timesIdle } = controlledQueue();
    const answers = Promise.all(numbers(3).map((number) => queue.add({ number })));
    await turn();
    expect(sent.map((batch) => batch.numbers)).toEqual([[0, 1, 2]]);
    sent[0]!.answer();
    expect(await answers).toEqual([0, 10, 20]);
    expect(timesIdle()).toBe(1);
  });

  it('gathers what comes while two batches are under way', async () => {
    const { queue, sent } = controlledQueue();
    const answers: Promise<number>[] = [];
    for (const number of numbers(6)) {
      answers.push(queue.add({ number }));
      await turn();
    }
    expect(sent.map((batch) => batch.numbers)).toEqual([[0], [1]]);
    sent[1]!.answer();
    await turn();
    expect(sent.map((batch) => batch.numbers)).toEqual([[0], [1], [2, 3, 4, 5]]);
    sent[0]!.answer();
    sent[2]!.answer();
    expect(await Promise.all(answers)).toEqual([0, 10, 20, 30, 40, 50]);
  });

  it('shares sixteen rows of one turn between two batches, and fewer between none', async () => {
    const sentFor = async (count: number, more = {}) => {
      const { queue, sent } = controlledQueue(more);
      const answers = numbers(count).map((number) => queue.add({ number }));
      await turn();
      for (const { answer } of sent) answer();
      expect(await Promise.all(answers)).toEqual(numbers(count).map((number) => number * 10));
      return sent.map((batch) => batch.numbers.length);
    };
    expect(await sentFor(16)).toEqual([8, 8]);
    expect(await sentFor(33)).toEqual([17, 16]);
    expect(await sentFor(15)).toEqual([15]);
    expect(await sentFor(16, { in_turn: true })).toEqual([16]);
  });

  it('sends all that came while a batch was under way together', async () => {
    const { queue, sent } = controlledQueue();
    const answers = [queue.add({ number: 0 })];
    await turn();
    answers.push(...numbers(20).map((number) => queue.add({ number: number + 1 })));
    await turn();
    expect(sent.map((batch) => batch.numbers.length)).toEqual([1, 20]);
    for (const { answer } of sent) answer();
    await Promise.all(answers);
  });

  it('keeps a batch to a hundred rows', async () => {
    const { queue, sent } = controlledQueue();
    const answers = numbers(250).map((number) => queue.add({ number }));
    await turn();
    await turn();
    sent[0]!.answer();
    await turn();
    expect(sent.map((batch) => batch.numbers.length)).toEqual([100, 100, 50]);
    sent[1]!.answer();
    sent[2]!.answer();
    expect(await Promise.all(answers)).toEqual(numbers(250).map((number) => number * 10));
  });

  it.each(['22P05', '23514', '40P01', '54000'])(
    'sends each row by itself when Postgres refuses the batch with %s',
    async (code) => {
      const { queue, sent } = controlledQueue();
      const answers = Promise.allSettled(numbers(3).map((number) => queue.add({ number })));
      await turn();
      sent[0]!.fail(refusal(code));
      for (const attempt of [1, 2, 3]) {
        await turn();
        if (attempt === 2) sent[attempt]!.fail(refusal(code));
        else sent[attempt]!.answer();
      }
      expect((await answers).map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(sent.map((batch) => batch.numbers)).toEqual([[0, 1, 2], [0], [1], [2]]);
    },
  );

  it.each([
    ['a lost connection', new Error('Connection terminated unexpectedly')],
    ['a time limit', refusal('57014')],
    ['a database that is full', refusal('53100')],
  ])('tells everyone of %s, and sends nothing again', async (_, error) => {
    const { queue, sent } = controlledQueue();
    const answers = Promise.allSettled(numbers(3).map((number) => queue.add({ number })));
    await turn();
    sent[0]!.fail(error);
    expect((await answers).map((answer) => answer.status === 'rejected' && answer.reason)).toEqual([
      error,
      error,
      error,
    ]);
    await turn();
    expect(sent).toHaveLength(1);
  });

  it('refuses more than it may hold, and what waited too long, without sending it', async () => {
    const { queue, sent, clock } = controlledQueue();
    const outcomes = numbers(10_201).map((number) => queue.add({ number }).catch((error) => error));
    expect(await outcomes[10_200]).toBeInstanceOf(QueueRefusal);
    await turn();
    await turn();
    clock.now = 5_001;
    sent[0]!.answer();
    sent[1]!.answer();
    expect(await outcomes[199]).toBe(1990);
    expect(await outcomes[200]).toBeInstanceOf(QueueRefusal);
    expect(sent).toHaveLength(2);
  });
});
