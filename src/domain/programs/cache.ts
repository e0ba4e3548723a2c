import type { Kysely } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { DomainError } from '../core/errors.ts';
import { buildProgram } from './build-program.ts';
import type { Program } from './configuration.ts';
import { HeldPrograms } from './held-programs.ts';
import { findProgramRows, listProgramStamps, type ProgramStamp } from './store.ts';

type ProgramRows = NonNullable<Awaited<ReturnType<typeof findProgramRows>>>;

/**
 * The programs in this process's memory. A caller passes the stamp that it has just read from the database (every
 * request reads it with its key), so a changed configuration is used from the next request on.
 */
export class ProgramCache {
  private readonly held: ReturnType<HeldPrograms['part']>;
  private readonly loading = new Map<number, Promise<Program>>();
  private era = 0;

  /** `held`: the memory that all caches of the process share, one cache per schema. */
  constructor(
    private readonly db: Kysely<DB>,
    held = new HeldPrograms(),
  ) {
    this.held = held.part();
  }

  async get(stamp: ProgramStamp): Promise<Program> {
    const held = this.held.get(stamp.program_id);
    if (held && held.era === this.era && isFresh(held.program, stamp)) return held.program;
    const loading = this.loading.get(stamp.program_id);
    if (!loading) return this.load(stamp.program_id);
    // The first caller reloads; the others wait for the same load.
    const program = await loading;
    return isFresh(program, stamp) ? program : this.get(stamp);
  }

  /** Every program in its present version. There may be thousands, so servers ask for `some`. */
  all(): Promise<Program[]> {
    return this.listed();
  }

  /** The programs with these ids in their present versions. */
  some(ids: readonly number[]): Promise<Program[]> {
    return this.listed(ids);
  }

  /**
   * The stamps, for `get`, of the programs with these ids that exist. With them a caller loads each program alone, so
   * that one broken program does not prevent the others.
   */
  stamps(ids: readonly number[]): Promise<ProgramStamp[]> {
    return listProgramStamps(this.db, ids);
  }

  /** One after another: many loads at once would take every connection. */
  private async listed(ids?: readonly number[]): Promise<Program[]> {
    const programs: Program[] = [];
    for (const stamp of await listProgramStamps(this.db, ids)) programs.push(await this.get(stamp));
    return programs;
  }

  /**
   * A program as this process last loaded it; undefined: it never loaded it, or it needed the memory for others.
   * Callers use it while the database is away.
   */
  known(id: number): Program | undefined {
    return this.held.get(id)?.program;
  }

  /**
   * Forgets everything. A server that took over may lack the last versions of the former one, and may give their
   * numbers to other versions.
   */
  forget(): void {
    this.era += 1;
    this.loading.clear();
  }

  private load(programId: number): Promise<Program> {
    const { era } = this;
    const loading = findProgramRows(this.db, programId)
      .then((rows) => {
        if (!rows) throw new DomainError('not_found', 'There is no such program.');
        const program = buildProgram(rows.program, rows.entries);
        if (era === this.era) this.held.set(programId, { program, bytes: bytesOf(rows), era });
        return program;
      })
      .finally(() => {
        if (this.loading.get(programId) === loading) this.loading.delete(programId);
      });
    this.loading.set(programId, loading);
    return loading;
  }
}

function isFresh(program: Program, stamp: ProgramStamp): boolean {
  return (
    program.configuration_version >= stamp.configuration_version &&
    program.clock_offset_ms >= stamp.clock_offset_ms
  );
}

/**
 * The measured bytes of a program: a constant, and a number of bytes for each byte of its JSON, after its texts were
 * rendered in all languages.
 */
const LEAST_BYTES = 15_000;
const BYTES_OF_TEXT = 6;

/** The memory of a program in bytes, roughly. Pictures count with their own length. */
function bytesOf({ program: { settings }, entries }: ProgramRows): number {
  let pictures = 0;
  const text = JSON.stringify([settings, entries.map(({ definition }) => definition)], (name, value) => {
    if (name !== 'src' || typeof value !== 'string') return value;
    pictures += value.length;
    return undefined;
  });
  return LEAST_BYTES + BYTES_OF_TEXT * text.length + pictures;
}
