import { EventEmitter } from 'node:events';

/** A pool that opens a connection for each caller, unless one is idle. */
export class CountedPool extends EventEmitter {
  totalCount = 0;
  idleCount = 0;
  waitingCount = 0;
  opened = 0;
  /** Connections that were closed here, and are not gone yet. */
  closing: object[] = [];

  async connect() {
    if (this.idleCount > 0) this.idleCount -= 1;
    else {
      this.totalCount += 1;
      this.opened += 1;
    }
    const client = {
      release: (spoilt = false) => {
        this.emit('release', spoilt, client);
        if (spoilt) {
          this.totalCount -= 1;
          this.closing.push(client);
        } else this.idleCount += 1;
      },
    };
    return client;
  }

  end() {
    this.emit('remove', this.closing.shift());
  }
}
