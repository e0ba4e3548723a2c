import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listLastRuns } from '../../src/domain/operating/backup-store.ts';
import { backup } from '../support/backups.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.serverUrl };
});
afterAll(() => database.close());

describe('loyaltyd backup on a Postgres of your own', () => {
  it('proves a database that other tools restored, and the server learns of it', async () => {
    expect(await backup({ env }, 'verify', '--url', database.serverUrl)).toMatchObject({
      code: 0,
      answer: { backup: null, customers: 0, transactions: 0 },
    });
    expect(await listLastRuns(database.db)).toMatchObject([{ kind: 'verify', error: null }]);
  });

  it('finds one that was not restored whole, and the server learns of that too', async () => {
    const empty = await createTestDatabase({ empty: true });
    const { code, answer } = await backup({ env }, 'verify', '--url', empty.ownerUrl);
    await empty.close();
    expect([code, answer.error.message]).toEqual([1, expect.stringMatching(/^The database lacks 0001-/)]);
    expect((await listLastRuns(database.db))[0]).toMatchObject({
      kind: 'verify',
      error: answer.error.message,
    });
  });

  it.each([
    [['create'], /pgBackRest, WAL-G/],
    [['restore'], /pgBackRest, WAL-G/],
    [['verify', 'a-name', '--url', 'postgres://x'], /--url stands alone/],
    [['verify', '--prune', '--url', 'postgres://x'], /--url stands alone/],
    [['list'], /BACKUP_DIR is not set/],
  ])('refuses %s and says what to do', async (args, message) => {
    const { code, answer } = await backup({ env }, ...args);
    expect([code, answer.error.message]).toEqual([2, expect.stringMatching(message)]);
  });

  it('removes no backup where no server runs', async () => {
    const nowhere = { DATA_DIR: '/nowhere', BACKUP_DIR: '/nowhere' };
    const { code, answer } = await backup({ env: nowhere }, 'verify', '--prune');
    expect([code, answer.error.message]).toEqual([
      3,
      expect.stringMatching(/^--prune needs a running server/),
    ]);
  });

  it.each(['yesterday', '2026-11-22', '2026-11-22T20:15:00', '2026-13-01T00:00:00Z'])(
    'takes no moment such as %s',
    async (to) => {
      const { code, answer } = await backup({ env: { BACKUP_DIR: '/nowhere' } }, 'restore', '--to', to);
      expect([code, answer.error.message]).toEqual([
        2,
        expect.stringMatching(/must be a moment with its offset/),
      ]);
    },
  );
});
