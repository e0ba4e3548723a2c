import type { Dispatcher } from 'undici';
import { OutboundError, toOutboundError } from './outbound-error.ts';

export interface OutboundAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface ExchangeLimits {
  /** The limit for everything, until the whole answer has arrived. */
  timeout_ms: number;
  /** The most bytes of the answer's body that are read. A longer body is refused (`too_large`), or cut off there. */
  max_answer_bytes: number;
  too_long: 'refuse' | 'cut';
}

/** The outcome of a request. */
interface Outcome {
  result: OutboundAnswer | OutboundError;
  /** Whether the head of an answer arrived. */
  answered: boolean;
  /** Whether the connection can be used again. */
  whole: boolean;
}

/** One request and its answer, within limits. Calls `onEnd` once. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #waiting: NodeJS.Timeout;
  readonly #parts: Buffer[] = [];
  #size = 0;
  #head: Pick<OutboundAnswer, 'status' | 'headers'> | undefined;
  #over = false;

  constructor(
    private readonly limits: ExchangeLimits,
    private readonly onEnd: (outcome: Outcome) => void,
  ) {
    this.#waiting = setTimeout(() => this.#fail(new OutboundError('timeout')), limits.timeout_ms);
  }

  /** undici requires this member, and calls it when it writes the request. */
  onRequestStart(): void {}

  onResponseStart(_: unknown, status: number, headers: OutboundAnswer['headers']): void {
    // Answers with a lower status come before the answer itself.
    if (status >= 200) this.#head = { status, headers };
  }

  onResponseData(_: unknown, part: Buffer): void {
    this.#size += part.length;
    this.#parts.push(part);
    if (this.#size <= this.limits.max_answer_bytes) return;
    if (this.limits.too_long === 'refuse') this.#fail(new OutboundError('too_large'));
    else this.#succeed({ whole: false });
  }

  onResponseEnd(): void {
    this.#succeed({ whole: true });
  }

  onResponseError(_: unknown, error: Error): void {
    this.#fail(toOutboundError(error));
  }

  #succeed({ whole }: { whole: boolean }): void {
    const body = Buffer.concat(this.#parts).subarray(0, this.limits.max_answer_bytes);
    this.#end({ result: { ...this.#head!, body }, answered: true, whole });
  }

  #fail(error: OutboundError): void {
    this.#end({ result: error, answered: this.#head !== undefined, whole: false });
  }

  #end(outcome: Outcome): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#waiting);
    this.onEnd(outcome);
  }
}
