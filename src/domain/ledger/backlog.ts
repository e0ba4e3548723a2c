/** Data that was read and not yet taken. The writer never waits for the reader. */
export class Backlog implements AsyncIterable<Buffer> {
  private readonly chunks: Buffer[] = [];
  private end: { error: unknown } | 'complete' | undefined;
  private wake = () => {};

  /**
   * Takes all of `source` in, also if nobody reads. Returns how many bytes. Throws the error that the reader gets too.
   */
  async fill(source: AsyncIterable<Buffer>): Promise<number> {
    let bytes = 0;
    try {
      for await (const chunk of source) {
        bytes += chunk.length;
        this.chunks.push(chunk);
        this.wake();
      }
      this.end = 'complete';
      return bytes;
    } catch (error) {
      this.end = { error };
      throw error;
    } finally {
      this.wake();
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = this.chunks.shift();
      if (chunk) yield chunk;
      else if (this.end === 'complete') return;
      else if (this.end) throw this.end.error;
      else {
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
    }
  }
}
