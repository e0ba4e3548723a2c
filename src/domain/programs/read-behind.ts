import type { NamedStatements, Question } from '../../db/named-statements.ts';
import { isSameQuestion } from './first-read.ts';
import type { RunEach } from './key-lookup.ts';

/**
 * The read with which the answer to a request begins, if it can be sent together with the write that the answer shows.
 * Postgres runs it when the write has committed, so it sees the same as a read that is sent afterwards, without a round
 * trip in between.
 */
export class ReadBehind {
  private kept: { question: Question; read: () => Promise<unknown> } | undefined;

  /** `ask` asks for one row of the written customer. */
  constructor(private readonly ask: (hot: RunEach, customerId: number) => Promise<unknown>) {}

  /** Writes rows of the customer, followed by the read. */
  behind(hot: NamedStatements, customerId: number): RunEach {
    const question = this.questionOf(customerId);
    if (!question) return hot;
    return {
      runEach: async <A extends { ord: number }>(...write: Question): Promise<A | undefined> => {
        const { answer, behind } = await hot.runEachThen<A, { ord: number }>(...write, question);
        // A write without an effect needs no answer: the result of another write is read again.
        this.kept = answer && { question, read: behind };
        return answer;
      },
    };
  }

  /**
   * The same as `hot`, but the first question gets the answer that was read behind the write, if it is the same
   * question. If that read failed, the question is sent again: its connection may have been lost, or another caller's
   * row may have caused the failure.
   */
  over(hot: RunEach): RunEach {
    return {
      runEach: <A extends { ord: number }>(...question: Question): Promise<A | undefined> => {
        const { kept } = this;
        this.kept = undefined;
        const anew = () => hot.runEach<A>(...question);
        if (!kept || !isSameQuestion(kept.question, question)) return anew();
        return (kept.read() as Promise<A | undefined>).catch(anew);
      },
    };
  }

  private questionOf(customerId: number): Question | undefined {
    let asked: Question | undefined;
    const runEach = (...question: Question) => {
      asked ??= question;
      return new Promise<never>(() => {});
    };
    // If the question is wrong for another reason, the real question gets the same error.
    this.ask({ runEach }, customerId).catch(() => {});
    return asked;
  }
}
