/** What was read and not yet taken: whoever fills it never waits for whoever takes from it. */
export class Backlog implements AsyncIterable<Buffer> {
  private readonly chunks: Buffer[] = [];
  private end: { error: unknown } | 'complete' | undefined;
  private wake = () => {};

  /** Takes all of `source` in, without anybody having to read. Returns how many bytes; throws what the reader is thrown. */
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
