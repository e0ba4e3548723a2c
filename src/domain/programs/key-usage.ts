import type { Kysely } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { movingProgram } from '../core/database-errors.ts';
import { updateLastUsed } from './key-store.ts';

interface Use {
  program_id: number;
  id: number;
  /** In ms of the wall clock. */
  at: number;
}

/**
 * Notes the last use of keys and apps. Every request notes it in memory; `write` writes all notes together. A process
 * that is killed loses its last notes.
 */
export class KeyUsage {
  private uses = { key: new Map<number, Use>(), app: new Map<number, Use>() };

  constructor(private readonly db: Kysely<DB>) {}

  note(kind: 'key' | 'app', use: Use): void {
    this.uses[kind].set(use.id, use);
  }

  /** If the write fails, the notes are kept for the next time. */
  async write(): Promise<void> {
    const { key, app } = this.uses;
    this.uses = { key: new Map(), app: new Map() };
    await Promise.all([this.writeTo('api_keys', 'key', key), this.writeTo('oauth_apps', 'app', app)]);
  }

  private async writeTo(
    table: 'api_keys' | 'oauth_apps',
    kind: 'key' | 'app',
    uses: ReadonlyMap<number, Use>,
  ): Promise<void> {
    if (uses.size === 0) return;
    // Every process writes in the same order, so two of them never wait for each other.
    const rows = [...uses.values()].sort((a, b) => a.id - b.id);
    try {
      await updateLastUsed(this.db, table, rows);
    } catch (error) {
      const moving = movingProgram(error);
      const others = rows.filter(({ program_id }) => program_id !== moving);
      const isHeldUp = moving !== undefined && others.length < rows.length;
      for (const use of rows) {
        if (isHeldUp && use.program_id !== moving) continue;
        if (!this.uses[kind].has(use.id)) this.uses[kind].set(use.id, use);
      }
      if (!isHeldUp) throw error;
      await this.writeTo(table, kind, new Map(others.map((use) => [use.id, use])));
    }
  }
}
