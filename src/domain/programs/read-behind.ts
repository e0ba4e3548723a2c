import type { NamedStatements, Question } from '../../db/named-statements.ts';
import { isSameQuestion } from './first-read.ts';
import type { RunEach } from './key-lookup.ts';

/**
 * The read that the answer to a request begins with, if it can be sent along with the write that it shows. Postgres begins
 * it once the write has committed, so it is the read that would be sent after it, without a round trip between the two.
 */
export class ReadBehind {
  private kept: { question: Question; read: () => Promise<unknown> } | undefined;

  /** `ask` asks for one row of the customer that was written. */
  constructor(private readonly ask: (hot: RunEach, customerId: number) => Promise<unknown>) {}

  /** Writes rows of the customer with the read behind them. */
  behind(hot: NamedStatements, customerId: number): RunEach {
    const question = this.questionOf(customerId);
    if (!question) return hot;
    return {
      runEach: async <A extends { ord: number }>(...write: Question): Promise<A | undefined> => {
        const { answer, behind } = await hot.runEachThen<A, { ord: number }>(...write, question);
        // Without an effect there is nothing to be shown, and whoever has it later reads anew.
        this.kept = answer && { question, read: behind };
        return answer;
      },
    };
  }

  /**
   * The same as `hot`, but the first question gets what was read behind the write, if it is that question. A read that
   * failed is sent anew: its connection may have been lost, or a row of another caller have failed it.
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
    // Whatever else goes wrong with the question, the real one meets too.
    this.ask({ runEach }, customerId).catch(() => {});
    return asked;
  }
}
