import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { FileRow } from '../domain/imports/import-fields.ts';
import { detectDelimiter, encodingByFirstBytes, isPacked } from './detect-csv.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './outcome.ts';

interface CsvFile {
  path: string;
  /** SHA-256 of its bytes. */
  hash: Buffer;
  /** A label of the Encoding Standard. */
  encoding: string;
  delimiter: string;
  separator_line: boolean;
  header: string[];
}

/** Enough for the header, however long it is. */
const START_BYTES = 65_536;
/** Nobody means a longer record: a quotation mark was not closed. */
const LONGEST_RECORD = 262_144;

/**
 * Reads the whole csv file once. Finds its encoding, unless given, by its byte order mark; without one it is UTF-8 if
 * valid, otherwise windows-1252. Finds its delimiter and its header. Throws the mistake of a file that cannot be read.
 */
export async function openCsvFile(
  path: string,
  said: { encoding?: string | undefined; delimiter?: string | undefined },
): Promise<CsvFile> {
  const { hash, start, utf8 } = await lookThrough(path);
  if (isPacked(start)) throw unreadable(path, 'it is a workbook or an archive: save it as csv');
  const encoding = said.encoding ?? encodingByFirstBytes(start) ?? (utf8 ? 'utf-8' : 'windows-1252');
  if (!isEncoding(encoding)) throw new CommandError(EXIT.usage, `There is no encoding ${encoding}.`);
  const text = new TextDecoder(encoding).decode(start);
  const detected = detectDelimiter(text);
  const delimiter = said.delimiter ?? detected.delimiter;
  const file = { path, hash, encoding, delimiter, separator_line: detected.separator_line, header: [] };
  for await (const { cells } of records(file)) {
    return { ...file, header: cells.map((cell) => cell.trim()) };
  }
  throw unreadable(path, 'it is empty');
}

/** The rows after the header, without empty ones. Throws a mistake of the file when it reaches it. */
export async function* readRows(file: CsvFile): AsyncGenerator<FileRow> {
  let isHeader = true;
  for await (const row of records(file)) {
    if (!isHeader && row.cells.some((cell) => cell.trim() !== '')) yield row;
    isHeader = false;
  }
}

type Layout = Omit<CsvFile, 'hash' | 'header'>;

async function* records(file: Layout): AsyncGenerator<FileRow> {
  const parser = parse({
    delimiter: file.delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    from_line: file.separator_line ? 2 : 1,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
    info: true,
  });
  // The reader of the parser gets any error.
  pipeline(Readable.from(decoded(file)), parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    if (
      error instanceof CsvError ||
      (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    )
      throw unreadable(file.path, (error as Error).message);
    throw error;
  }
}

async function* decoded({ path, encoding }: Layout): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

async function lookThrough(path: string): Promise<{ hash: Buffer; start: Buffer; utf8: boolean }> {
  const hash = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let start = Buffer.alloc(0);
  let utf8 = true;
  const check = (chunk?: Buffer) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      utf8 = false;
    }
  };
  try {
    if (!(await stat(path)).isFile()) throw new Error('it is not a file');
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      if (start.length < START_BYTES) start = Buffer.concat([start, chunk]);
      if (utf8) check(chunk);
    }
  } catch (error) {
    throw unreadable(path, (error as Error).message);
  }
  if (utf8) check();
  return { hash: hash.digest(), start: start.subarray(0, START_BYTES), utf8 };
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

function unreadable(path: string, why: string): CommandError {
  return new CommandError(EXIT.usage, `${path} cannot be read as csv: ${why}.`);
}
