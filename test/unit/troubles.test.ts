import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeFailure } from '../../src/cli/outcome.ts';
import { Troubles } from '../../src/db/troubles.ts';
import {
  isRefusedByPostgres,
  isUnavailable,
  isUnsent,
  whyUnavailable,
} from '../../src/domain/core/database-errors.ts';

let now: number;
let logged: string[];
let details: object[];
let troubles: Troubles;

beforeEach(() => {
  now = 1_000_000;
  logged = [];
  details = [];
  const log = (about: object, message: string) => {
    details.push(about);
    logged.push(message);
  };
  troubles = new Troubles({ error: log, info: log } as never, () => now);
});

const error = (code: string) => Object.assign(new Error(code), { code });

describe('a trouble of the database', () => {
  it('is told for a minute after it was last met, and logged when it begins and when it is over', () => {
    troubles.note(error('53100'));
    now += 50_000;
    troubles.note(error('53100'));
    now += 50_000;
    expect(troubles.list()).toEqual(['database_full']);
    expect(logged).toEqual([expect.stringMatching('is full')]);
    now += 20_000;
    expect(troubles.list()).toEqual([]);
    expect(logged).toEqual([expect.stringMatching('is full'), 'a trouble of the database is over']);
  });

  it('of room is logged with the words of Postgres, which tell where: in shared memory, say', () => {
    const said =
      'could not resize shared memory segment "/PostgreSQL.1" to 8388608 bytes: No space left on device';
    troubles.note(Object.assign(new Error(said), { code: '53100' }));
    expect(details).toEqual([{ trouble: 'database_full', said }]);
  });

  it('is not over as long as the database is away', () => {
    troubles.note(error('53100'));
    troubles.note(error('ECONNREFUSED'));
    now += 600_000;
    expect([troubles.list(), logged.length]).toEqual([['database_full'], 1]);
    troubles.noteUp();
    expect([troubles.list(), logged.length]).toEqual([[], 2]);
  });

  it('is that it takes no writes, by a statement or by a look', () => {
    troubles.note(error('25006'));
    troubles.noteReadOnly();
    expect([troubles.list(), logged.length]).toEqual([['database_read_only'], 1]);
  });

  it('is that it goes away again and again: three times within five minutes', () => {
    for (const code of ['57P02', 'ECONNREFUSED', '57P03']) {
      expect(troubles.list()).toEqual([]);
      troubles.note(error(code));
      troubles.note(error('57P03'));
      troubles.noteUp();
      now += 60_000;
    }
    now -= 60_000;
    expect(troubles.list()).toEqual(['database_restarting']);
  });

  it('is nothing where it has gone away for long, or a statement was refused', () => {
    for (let looks = 0; looks < 100; looks += 1) troubles.note(error('ECONNREFUSED'));
    troubles.note(error('23505'));
    expect(troubles.list()).toEqual([]);
  });
});

describe('a fault of the disk of the database', () => {
  const answer = (code: string, file: string) =>
    Object.assign(new pg.DatabaseError(`${code} of ${file}`, 0, 'error'), { code, file, severity: 'ERROR' });

  it.each([
    ['a disk that became read-only', '42501', 'md.c'],
    ['its log on a disk that became read-only', '42501', 'xlog.c'],
    ['an error of the device', '58030', 'md.c'],
    ['a file that is gone', '58P01', 'md.c'],
    ['a quota that is used up', 'XX000', 'fd.c'],
    ['damaged data', 'XX001', 'bufmgr.c'],
    ['a damaged index', 'XX002', 'nbtpage.c'],
  ])('is %s: the database is away, and nothing was changed', (_, code, file) => {
    const error = answer(code, file);
    troubles.note(error);
    expect(troubles.list()).toEqual(['database_disk_failing']);
    expect([isUnavailable(error), isUnsent(error), isRefusedByPostgres(error)]).toEqual([true, false, true]);
    expect(whyUnavailable(error)).toBe('The database cannot read or write its files.');
    expect(describeFailure(error).text).toBe(`The database cannot read or write its files: ${error.message}`);
  });

  it.each([
    ['a right that is missing', '42501', 'aclchk.c'],
    ['a fault of a function', 'XX000', 'jsonfuncs.c'],
  ])('is not %s', (_, code, file) => {
    const error = answer(code, file);
    troubles.note(error);
    expect([troubles.list(), isUnavailable(error)]).toEqual([[], false]);
  });
});
