import { beforeEach, describe, expect, it } from 'vitest';
import { Troubles } from '../../src/db/troubles.ts';

let now: number;
let logged: string[];
let troubles: Troubles;

beforeEach(() => {
  now = 1_000_000;
  logged = [];
  const log = (_: object, message: string) => void logged.push(message);
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
