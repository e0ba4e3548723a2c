import type { Kysely } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { DomainError } from '../core/errors.ts';
import { buildProgram } from './build-program.ts';
import type { Program } from './configuration.ts';
import { findProgramRows, listProgramStamps, type ProgramStamp } from './store.ts';

/**
 * The programs in this process's memory. A caller brings the stamp that its own read of the database gave (the key
 * look-up of every request reads it). So a changed configuration holds from the next request on.
 */
export class ProgramCache {
  private readonly held = new Map<number, Promise<Program>>();
  private readonly loaded = new Map<number, Program>();

  constructor(private readonly db: Kysely<DB>) {}

  async get(stamp: ProgramStamp): Promise<Program> {
    const held = this.held.get(stamp.program_id);
    if (held) {
      const program = await held;
      const fresh =
        program.configuration_version >= stamp.configuration_version &&
        program.clock_offset_ms >= stamp.clock_offset_ms;
      if (fresh) return program;
      // The first caller reloads; the others wait for the same load.
      if (this.held.get(stamp.program_id) !== held) return this.get(stamp);
    }
    return this.load(stamp.program_id);
  }

  /** Every program, as it is now. There may be thousands, so work for a few asks for `some`. */
  all(): Promise<Program[]> {
    return this.listed();
  }

  /** The programs with these ids, as they are now. */
  some(ids: readonly number[]): Promise<Program[]> {
    return this.listed(ids);
  }

  /** One after another: many loads at once would take every connection. */
  private async listed(ids?: readonly number[]): Promise<Program[]> {
    const programs: Program[] = [];
    for (const stamp of await listProgramStamps(this.db, ids)) programs.push(await this.get(stamp));
    return programs;
  }

  /**
   * A program as this process last loaded it; undefined: it never did. Callers use it while the database is away.
   */
  known(id: number): Program | undefined {
    return this.loaded.get(id);
  }

  /** A server that took over may lack the last versions of the former one, and give their numbers to others. */
  forget(): void {
    this.held.clear();
  }

  private load(programId: number): Promise<Program> {
    const loading = findProgramRows(this.db, programId).then((rows) => {
      if (!rows) throw new DomainError('not_found', 'There is no such program.');
      const program = buildProgram(rows.program, rows.entries);
      this.loaded.set(programId, program);
      return program;
    });
    this.held.set(programId, loading);
    loading.catch(() => {
      if (this.held.get(programId) === loading) this.held.delete(programId);
    });
    return loading;
  }
}
