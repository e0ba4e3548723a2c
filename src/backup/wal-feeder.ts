import { chown, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Launcher } from '../db/embedded/launcher.ts';
import type { Vault } from './vault.ts';
import { fetchWal } from './wal-archive.ts';
import { isWalFile } from './wal-names.ts';

const LOOK_MS = 20;

/**
 * Gives a recovering Postgres the archived files that it asks for, one at a time, opened and unpacked, in a folder of
 * exchange (see gate.ts).
 */
export class WalFeeder {
  /** The error of the first file that could not be read. Postgres then ends. */
  failure: Error | undefined;
  private readonly abort = new AbortController();
  private readonly running: Promise<void>;

  constructor(
    private readonly vault: Vault,
    private readonly exchange: string,
    private readonly launcher: Launcher,
  ) {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.abort.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.abort;
    while (!signal.aborted) {
      try {
        const files = await readdir(this.exchange);
        for (const file of files.filter((name) => name.endsWith('.want')))
          await this.answer(file.slice(0, -'.want'.length));
      } catch (error) {
        this.failure ??= error as Error;
        return;
      }
      await delay(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  }

  private async answer(name: string): Promise<void> {
    const file = join(this.exchange, name);
    await rm(`${file}.want`, { force: true });
    try {
      const isThere = isWalFile(name) && (await fetchWal(this.vault, name, `${file}.part`));
      if (!isThere) return await writeFile(`${file}.none`, '');
      if (process.getuid!() === 0) await chown(`${file}.part`, this.launcher.uid, this.launcher.gid);
      await rename(`${file}.part`, `${file}.have`);
    } catch (error) {
      this.failure ??= error as Error;
      await writeFile(`${file}.bad`, '');
    }
  }
}
