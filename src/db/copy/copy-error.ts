/** The copy cannot be made, or did not come out right. The target is as it was. The message says what to do. */
export class CopyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CopyError';
  }
}
