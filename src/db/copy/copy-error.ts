/** The copy cannot be made, or failed its checks. The target is unchanged. The message says what to do. */
export class CopyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CopyError';
  }
}
