/** A backup cannot be made, read or restored. The message says why and what to do. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupError';
  }
}

/** A file of a backup is not as it was written. */
export class DamagedFile extends BackupError {
  constructor(place: string, reason: string) {
    super(`${place} is damaged: ${reason}.`);
    this.name = 'DamagedFile';
  }
}
