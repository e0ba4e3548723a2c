/** The resources to close at the end. The last opened is closed first. */
export class Closers {
  private readonly closers: (() => Promise<unknown>)[] = [];
  /** Aborted when the end begins, so that waiting work stops. */
  readonly abort = new AbortController();

  add(close: () => Promise<unknown>): void {
    this.closers.push(close);
  }

  async closeAll(): Promise<void> {
    this.abort.abort();
    for (let close = this.closers.pop(); close; close = this.closers.pop()) await close();
  }
}
