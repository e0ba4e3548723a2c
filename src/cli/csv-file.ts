import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FileRow } from '../domain/imports/import-fields.ts';
import * as csv from '../domain/imports/read-csv.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './outcome.ts';

interface CsvFile extends csv.CsvFile {
  source: csv.CsvSource;
}

/** Finds out how to read a csv file of this machine. Throws if the file cannot be read. */
export async function openCsvFile(
  path: string,
  said: { encoding?: string | undefined; delimiter?: string | undefined },
): Promise<CsvFile> {
  if (said.encoding !== undefined && !isEncoding(said.encoding))
    throw new CommandError(EXIT.usage, `There is no encoding ${said.encoding}.`);
  const source = { name: path, open: () => createReadStream(path) as AsyncIterable<Buffer> };
  try {
    if (!(await stat(path)).isFile()) throw new Error('it is not a file');
    return { ...(await csv.openCsv(source, said)), source };
  } catch (error) {
    if (error instanceof csv.UnreadableCsv) throw new CommandError(EXIT.usage, error.message);
    throw new CommandError(EXIT.usage, new csv.UnreadableCsv(path, (error as Error).message).message);
  }
}

/** The rows after the header, without empty ones. Throws when it reaches a mistake in the file. */
export async function* readRows(file: CsvFile): AsyncGenerator<FileRow> {
  try {
    yield* csv.readRows(file.source, file);
  } catch (error) {
    throw error instanceof csv.UnreadableCsv ? new CommandError(EXIT.usage, error.message) : error;
  }
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}
