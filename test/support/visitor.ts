import { setTimeout as pause } from 'node:timers/promises';
import { isRefusedForNow } from './load.ts';
import type { Answer } from './send-json.ts';

/** A visitor pauses before the next visit: it is there to see, and not to be a load. */
const PAUSE_MS = 25;

/** So much of an answer says why it is strange. */
const MOST_SHOWN = 300;

/** Somebody who comes again and again, and expects what was there the first time, or a refusal for now. */
export class Visitor {
  /** All other answers. */
  readonly strange: string[] = [];
  /** Visits that found what they expected. */
  found = 0;
  private stopping = false;
  private readonly done: Promise<void>;

  /** `visit` rejects where nobody listens. */
  constructor(visit: () => Promise<Answer>, isAsExpected: (answer: Answer) => boolean) {
    this.done = this.visit(visit, isAsExpected);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.done;
  }

  private async visit(
    visit: () => Promise<Answer>,
    isAsExpected: (answer: Answer) => boolean,
  ): Promise<void> {
    while (!this.stopping) {
      const answer = await visit().catch(() => undefined);
      if (answer && isAsExpected(answer)) this.found += 1;
      else if (answer && !isRefusedForNow(answer))
        this.strange.push(`${answer.status} ${answer.text.slice(0, MOST_SHOWN)}`);
      await pause(PAUSE_MS);
    }
  }
}
