import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { DomainError } from '../core/errors.ts';
import { detectDelimiter, encodingByFirstBytes, isPacked } from './detect-csv.ts';
import type { FileRow } from './import-fields.ts';

/** A file from any place. */
export interface CsvSource {
  /** The name of the file in messages. */
  name: string;
  /** Gives its bytes from the first on, again at each call. */
  open: () => AsyncIterable<Buffer>;
}

/** The properties that are needed to read a file. */
export interface CsvLayout {
  /** The encoding, by a label of the Encoding Standard. */
  encoding: string;
  delimiter: string;
  separator_line: boolean;
}

export interface CsvFile extends CsvLayout {
  /** SHA-256 of its bytes. */
  hash: Buffer;
  header: string[];
}

/** A file that cannot be read as csv. */
export class UnreadableCsv extends DomainError {
  constructor(name: string, why: string) {
    super('invalid_request', `${name} cannot be read as csv: ${why}.`);
  }
}

/** This is enough for the header, even a long one. */
const START_BYTES = 65_536;
/** A longer record is a mistake: a quotation mark was not closed. */
const LONGEST_RECORD = 262_144;

/**
 * Reads the whole csv file once. Finds its encoding, unless given, by its byte order mark; without a mark it is UTF-8
 * if the bytes are valid, otherwise windows-1252. Finds its delimiter and its header. Throws UnreadableCsv.
 */
export async function openCsv(
  source: CsvSource,
  said: { encoding?: string | undefined; delimiter?: string | undefined },
): Promise<CsvFile> {
  const { hash, start, utf8 } = await lookThrough(source);
  if (isPacked(start)) {
    throw new UnreadableCsv(source.name, 'it is a workbook or an archive: save it as csv');
  }
  const encoding = said.encoding ?? encodingByFirstBytes(start) ?? (utf8 ? 'utf-8' : 'windows-1252');
  const text = new TextDecoder(encoding).decode(start);
  const detected = detectDelimiter(text);
  const delimiter = said.delimiter ?? detected.delimiter;
  const layout = { encoding, delimiter, separator_line: detected.separator_line };
  for await (const { cells } of records(source, layout)) {
    // Postgres stores no NUL in a text.
    if (cells.some((cell) => cell.includes('\0'))) throw new UnreadableCsv(source.name, 'it is no text');
    return { ...layout, hash, header: cells.map((cell) => cell.trim()) };
  }
  throw new UnreadableCsv(source.name, 'it is empty');
}

/** The rows after the header, without empty ones. Throws UnreadableCsv when it reaches a mistake in the file. */
export async function* readRows(source: CsvSource, layout: CsvLayout): AsyncGenerator<FileRow> {
  let isHeader = true;
  for await (const row of records(source, layout)) {
    if (!isHeader && row.cells.some((cell) => cell.trim() !== '')) yield row;
    isHeader = false;
  }
}

async function* records(source: CsvSource, layout: CsvLayout): AsyncGenerator<FileRow> {
  const parser = parse({
    delimiter: layout.delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    from_line: layout.separator_line ? 2 : 1,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
    info: true,
  });
  // The reader of the parser gets every error.
  pipeline(Readable.from(decoded(source, layout)), parser, () => {});
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
      throw new UnreadableCsv(source.name, (error as Error).message);
    throw error;
  }
}

async function* decoded({ open }: CsvSource, { encoding }: CsvLayout): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of open()) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

async function lookThrough({ open }: CsvSource): Promise<{ hash: Buffer; start: Buffer; utf8: boolean }> {
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
  for await (const chunk of open()) {
    hash.update(chunk);
    if (start.length < START_BYTES) start = Buffer.concat([start, chunk]);
    if (utf8) check(chunk);
  }
  if (utf8) check();
  return { hash: hash.digest(), start: start.subarray(0, START_BYTES), utf8 };
}
