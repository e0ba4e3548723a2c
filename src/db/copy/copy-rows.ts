import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

const NEWLINE = 10;

/**
 * Copies rows from one connection to another as text, which every version of Postgres reads alike. `origin`: the input
 * of COPY, a table or a query in brackets. `place`: a table with its columns. The reader waits for the writer. If
 * `onRows` throws, the copy ends with that error.
 */
export async function copyRows(
  source: pg.Client,
  target: pg.Client,
  { origin, place, freeze = false }: { origin: string; place: string; freeze?: boolean },
  onRows: (more: number) => void,
): Promise<void> {
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let lines = 0;
      // COPY writes a newline within a value as two other characters, so each newline ends a row.
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
      try {
        onRows(lines);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  await pipeline(
    source.query(copyTo(`copy ${origin} to stdout`)),
    counted,
    target.query(copyFrom(`copy ${place} from stdin${freeze ? ' with (freeze)' : ''}`)),
  );
}
