import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { loadConfig } from '../config.ts';
import { NO_LIMITS } from '../db/limits.ts';
import { EXPORT_FORMATS, type ExportFormat, type ExportName } from '../domain/exports/export-names.ts';
import { startExport } from '../domain/operations/export-rows.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';
import { withProgram } from './with-program.ts';

export interface ExportOptions {
  program: string;
  format: string;
  out?: string;
  sinceId?: string;
  json?: boolean;
}

/** `loyaltyd export customers|transactions|activities`: its messages go to stderr if the rows go to stdout. */
export async function exportCommand(
  shell: Shell,
  what: ExportName,
  options: ExportOptions,
): Promise<Outcome> {
  const { format, since_id } = readOptions(options);
  return withProgram(loadConfig(shell.env), NO_LIMITS, options.program, async (deps, program) => {
    const by = { kind: 'command', name: `export ${what}` } as const;
    const { rows, last_id, bytes } = await startExport(deps, { program, what, format, since_id, by });
    await write(shell, bytes, options.out);
    const json = { what, format, rows, last_id, out: options.out ?? null };
    const text = `${rows} ${what}, up to id ${last_id}; what comes later: --since-id ${last_id}`;
    if (options.out !== undefined) return { exit_code: EXIT.ok, text, json };
    shell.stderr.write(`${text}\n`);
    return { exit_code: EXIT.ok, text: null, json };
  });
}

function readOptions({ format, sinceId = '0', out, json }: ExportOptions) {
  if (!(EXPORT_FORMATS as readonly string[]).includes(format))
    throw new CommandError(EXIT.usage, `--format is ${EXPORT_FORMATS.join(' or ')}, not ${format}.`);
  const since_id = /^\d{1,16}$/.test(sinceId) ? Number(sinceId) : Number.NaN;
  if (!Number.isSafeInteger(since_id))
    throw new CommandError(EXIT.usage, `--since-id is a whole number, not ${sinceId}.`);
  if (json && out === undefined)
    throw new CommandError(EXIT.usage, '--json needs --out: standard output takes the rows.');
  return { format: format as ExportFormat, since_id };
}

/** A file gets its name only when it is complete. No other user may read it: it identifies customers. */
async function write(shell: Shell, bytes: AsyncIterable<Buffer>, path: string | undefined): Promise<void> {
  if (path === undefined) {
    await pipeline(Readable.from(bytes, { objectMode: false }), shell.stdout, { end: false });
    return;
  }
  const partial = `${path}.partial`;
  try {
    await pipeline(Readable.from(bytes, { objectMode: false }), createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'EACCES', 'EISDIR', 'ENOSPC', 'EROFS', 'ENOTDIR'].includes(code ?? ''))
      throw new CommandError(EXIT.failed, `${path} cannot be written: ${message}`);
    throw error;
  }
}
