/** A backup cannot be made, read or restored. The message gives the reason and the remedy. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupError';
  }
}

/** Another process is writing backups now. */
export class BackupBusy extends BackupError {
  constructor() {
    super('Another process is making a backup. Wait until it has ended.');
    this.name = 'BackupBusy';
  }
}

/** A file of a backup differs from what was written. */
export class DamagedFile extends BackupError {
  constructor(place: string, reason: string) {
    super(`${place} is damaged: ${reason}.`);
    this.name = 'DamagedFile';
  }
}
