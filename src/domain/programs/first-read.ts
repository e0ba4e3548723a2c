import { isDeepStrictEqual } from 'node:util';
import type { Question } from '../../db/named-statements.ts';
import type { RunEach } from './key-lookup.ts';

/**
 * The first read of a request, if it was sent along with the look-up of the request's key: before the request was checked,
 * and so perhaps not the read that its use case begins with.
 */
export class FirstRead {
  private sent: { question: Question; answer: Promise<unknown> } | undefined;

  /**
   * Sends a question, and keeps its answer for whoever asks the same again. The asker itself never gets one, so it does
   * nothing twice.
   */
  through(hot: RunEach): RunEach {
    return {
      runEach: (...question: Question) => {
        const answer = hot.runEach(...question);
        // The answer of a request that is refused is awaited by nobody.
        answer.catch(() => {});
        this.sent = { question, answer };
        return new Promise(() => {});
      },
    };
  }

  /** The same as `hot`, but the kept answer goes to the first question if that is the one that was sent. */
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

/** Whether the answer to one of them is the answer to the other. */
export function isSameQuestion([one, ofOne, row]: Question, [other, ofOther, otherRow]: Question): boolean {
  return one.name === other.name && isSame(ofOne, ofOther) && isSame(row, otherRow);
}

/** Most members are plain values, or the very same lists: few are compared in depth, which costs far more. */
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
