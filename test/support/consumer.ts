import { type Answer, sendJson } from './send-json.ts';

/** A consumer that asks for what is new without end, and keeps the ids in the order in which it got them. */
export class Consumer {
  readonly ids: number[] = [];
  private stopping = false;
  private turn = 0;
  private readonly done: Promise<void>;

  /** It asks these addresses by turns. `csv`: each time for a file of all that is new, otherwise for a page. */
  constructor(
    private readonly key: string,
    private readonly resources: 'transactions' | 'activities',
    private readonly urls: readonly string[],
    private readonly format: 'json' | 'csv' = 'json',
  ) {
    this.done = this.read();
    this.done.catch(() => {});
  }

  /** Resolves once there is nothing new. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.done;
  }

  private async read(): Promise<void> {
    for (;;) {
      const isLast = this.stopping;
      const answer = await this.ask().catch(() => undefined);
      const ids = answer?.status === 200 ? this.idsOf(answer) : [];
      this.ids.push(...ids);
      if (isLast && answer?.status === 200 && ids.length === 0) return;
    }
  }

  private ask(): Promise<Answer> {
    this.turn += 1;
    const url = this.urls[this.turn % this.urls.length]!;
    const part = this.format === 'csv' ? 'type=csv&all=true' : 'limit=100';
    const path = `/v2/${this.resources}?since_id=${this.ids.at(-1) ?? 0}&${part}`;
    return sendJson(url, 'GET', path, this.key);
  }

  private idsOf(answer: Answer): number[] {
    if (this.format === 'csv') {
      const rows = answer.text.trim().split('\r\n').slice(1);
      return rows.map((row) => Number.parseInt(row, 10));
    }
    return answer.json[this.resources].map(({ id }: { id: number }) => id);
  }
}
