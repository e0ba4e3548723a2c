import { isDeepStrictEqual } from 'node:util';
import type { Question } from '../../db/named-statements.ts';
import type { RunEach } from './key-lookup.ts';

/**
 * The first read of a request, if it was sent together with the look-up of the request's key. It was sent before the
 * request was checked, so its use case may begin with another read.
 */
export class FirstRead {
  private sent: { question: Question; answer: Promise<unknown> } | undefined;

  /**
   * Sends a question, and keeps its answer for the next caller that asks the same question. This caller gets no answer,
   * so it does nothing twice.
   */
  through(hot: RunEach): RunEach {
    return {
      runEach: (...question: Question) => {
        const answer = hot.runEach(...question);
        // If the request is refused, nobody waits for the answer.
        answer.catch(() => {});
        this.sent = { question, answer };
        return new Promise(() => {});
      },
    };
  }

  /** The same as `hot`, but the first question gets the kept answer if it is the question that was sent. */
  over(hot: RunEach): RunEach {
    return {
      runEach: <A extends { ord: number }>(...question: Question): Promise<A | undefined> => {
        const { sent } = this;
        this.sent = undefined;
        if (sent && isSameQuestion(sent.question, question)) return sent.answer as Promise<A | undefined>;
        return hot.runEach<A>(...question);
      },
    };
  }
}

/** Whether both questions have the same answer. */
export function isSameQuestion([one, ofOne, row]: Question, [other, ofOther, otherRow]: Question): boolean {
  return one.name === other.name && isSame(ofOne, ofOther) && isSame(row, otherRow);
}

/** Most members are plain values, or identical lists. Few need a comparison in depth, which costs far more. */
function isSame(one: object, other: object): boolean {
  const names = Object.keys(one) as (keyof typeof one)[];
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) &&
        (one[name] === other[name] || isDeepStrictEqual(one[name], other[name])),
    )
  );
}
