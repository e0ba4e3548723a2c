import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ledgerHeldByGrants } from '../../src/db/grants.ts';
import { migrate } from '../../src/db/migrate.ts';
import { PRESETS } from '../../src/domain/imports/presets.ts';
import { examples } from '../support/docs.ts';
import { LISTENING, Reader } from '../support/reader.ts';

let reader: Reader;

beforeAll(async () => {
  reader = await Reader.getStarted('DEMO=off\n');
});
afterAll(() => reader.checkout.remove());

describe('the page about the program file', () => {
  it('looks at a file, applies it and lists its versions', async () => {
    const [output = ''] = await reader.type('docs/program-file.md', 'apply');
    expect(output).toContain('Nothing was written.');
    expect(output).toMatch(/^ +1 {2}\S+Z {2}program apply$/m);
  });

  it('reads a version, compares it and brings it back', async () => {
    const [output = ''] = await reader.type('docs/program-file.md', 'versions');
    expect(output).toContain('wrote version 1 to as-it-is.yaml');
    expect(output).toContain('Versions 1 and 1 are the same.');
    expect(output).toMatch(/unchanged$/m);
  });

  it('saves a draft and lists it', async () => {
    const [output = ''] = await reader.type('docs/program-file.md', 'drafts');
    expect(output).toMatch(/^Draft \d+ is saved\./m);
    expect(output).toMatch(/by program draft create {2}\(Spring\)$/m);
  });
});

describe('the page about imports', () => {
  const PAGE = 'docs/import-export.md';

  it('looks at a file, and imports it', async () => {
    const [output = ''] = await reader.type(PAGE, 'moving in');
    expect(output).toContain('line 2: 1001: new customer, 250 points, tier gold');
    const counts = '2 created, 0 changed, 0 unchanged, 0 refused, +1450 points.';
    expect(output).toContain(`Nothing was written. Of members.csv 2 rows would be: ${counts}`);
    expect(output).toMatch(new RegExp(`Import \\d+ of members.csv: 2 rows: ${counts.replace('+', '\\+')}`));
  });

  it('lists the import, which can be taken back', async () => {
    const [output = ''] = await reader.type(PAGE, 'taking back');
    expect(output).toMatch(/^\d+ {2}done .*members\.csv: 2 rows/m);
  });

  const services = Object.keys(PRESETS).filter((name) => name !== 'loyaltyd');
  it.each(services)('has a file of %s that is taken', async (preset) => {
    const [output = ''] = await reader.type(PAGE, `service ${preset}`);
    expect(output).toMatch(
      /1 rows would be: 0 created, [01] changed, [01] unchanged, 0 refused, 0 points(, \+120 spent)?\./,
    );
  });

  it('takes everything out, for this server to take in again', async () => {
    await reader.type(PAGE, 'moving out');
    const again =
      'npm run --silent loyaltyd -- import customers customers.csv --program my-store --preset loyaltyd';
    expect(await reader.ask(`${again} --dry-run`)).toMatch(/0 created, 0 changed, 2 unchanged, 0 refused/);
    expect(await reader.ask('cat transactions.jsonl')).toMatch(/^\{.*\}\n/);
    expect(await reader.ask('cat activities.csv')).toMatch(/^id,/);
  });
});

describe('the page about commands', () => {
  it('shows a script that decides by the exit code', async () => {
    const [output = ''] = await reader.type('docs/cli.md', 'script');
    expect(output).toBe('the ledger adds up\n');
  });
});

describe('the page about security', () => {
  it('wraps the keys of a running server, by a key that then fits', async () => {
    const [output = ''] = await reader.type('docs/security.md', 'secret');
    expect(output).toContain('The keys are wrapped anew.');
    expect(output).toContain('The key of this database can be read.');
    await reader.ask('SECRET_KEY_FILE=secret.key npm run --silent loyaltyd -- secret rotate --to-none');
  });
});

describe('the page about installing', () => {
  const PAGE = 'docs/installing.md';

  it('makes two roles, of which the server’s own cannot change the ledger’s past', async () => {
    const { adminUrl } = inject('cluster');
    const admin = new pg.Client(adminUrl);
    await admin.connect();
    const suffix = `docs_${process.pid}`;
    const [block = ''] = examples(PAGE, 'two roles');
    const own = (sql: string) => sql.replaceAll(/\bloyaltyd(_owner|_server)?\b/g, `$&_${suffix}`);
    const url = (role: string, password: string) => {
      const address = new URL(adminUrl);
      address.username = own(role);
      address.password = password;
      address.pathname = own('loyaltyd');
      return address.href;
    };
    try {
      for (const statement of own(block).split(';\n')) await admin.query(statement);
      const [serverUrl, ownerUrl] = [
        url('loyaltyd_server', 'another long one'),
        url('loyaltyd_owner', 'a long one'),
      ];
      await migrate({ serverUrl, ownerUrl });
      const server = new pg.Pool({ connectionString: serverUrl, max: 1 });
      expect(await ledgerHeldByGrants(server)).toBe(true);
      await server.end();
      const owner = new pg.Client(ownerUrl);
      await owner.connect();
      const [search = ''] = examples(PAGE, 'trigram');
      for (const statement of search.trim().split(';\n')) await owner.query(statement);
      await owner.end();
    } finally {
      await admin.query(`drop database if exists ${own('loyaltyd')} with (force)`);
      for (const role of ['loyaltyd_owner', 'loyaltyd_server'])
        await admin.query(`drop role if exists ${own(role)}`);
      await admin.end();
    }
  });
});

describe('the page about operating', () => {
  const PAGE = 'docs/operating.md';

  it('shows who did what', async () => {
    const [output = ''] = await reader.type(PAGE, 'audit');
    expect(output).toContain('import.finished');
  });

  it('backs the embedded Postgres up and brings it back, with ids above all that were seen', async () => {
    await reader.checkout.stop();
    await reader.type(PAGE, 'backup', '');
    const [moved, advanced, verified] = await reader.type(PAGE, 'restore', '');
    expect(moved?.trim()).toBe('');
    expect(advanced).toContain('New ids begin above 100000.');
    expect(verified).toMatch(/all adds up\.\n$/);
    await reader.checkout.start('npm start', LISTENING);
    const rule = `{ \\"rule_id\\": $(id_of rules kind social_follow), \\"customer_merchant_id\\": \\"1001\\" }`;
    const followed = await reader.ask(
      `api POST "/headless/2025-06/$SITE/rules/social_follow/complete" "${rule}" > /dev/null; api GET '/v2/transactions?limit=1'`,
    );
    expect(JSON.parse(followed).transactions[0].id).toBeGreaterThan(100_000);
  });
});

describe('the page about backups', () => {
  const PAGE = 'docs/backups.md';

  it('makes a backup, proves it, and restores the database as it was at a moment', async () => {
    const reader = await Reader.sitDown('DEMO=off\n', false);
    try {
      await reader.checkout.stop();
      await reader.type(PAGE, 'folder', '');
      await reader.checkout.start('npm start', LISTENING);
      const [output = ''] = await reader.type(PAGE, 'backup', '');
      expect(output).toMatch(/^Backup \d{8}T\d{6}Z: [\d.]+ MB in [\d.]+ s\./m);
      expect(output).toMatch(/^Backup \w+ is good: 0 customers and 0 transactions, all adds up/m);
      expect(output).toMatch(/^The log is archived up to \w{24}\.$/m);
      const moment = new Date().toISOString();
      const postgres = JSON.parse(readFileSync(join(reader.checkout.folder, 'data/postgres.json'), 'utf8'));
      const client = new pg.Client({ connectionString: postgres.owner_url });
      await client.connect();
      await client.query('create table made_after_the_moment ()');
      await client.end();
      await reader.checkout.stop();
      const [_waited, restored = '', advanced] = await reader.type(PAGE, 'restore', `MOMENT=${moment}`);
      expect(restored).toMatch(/^Restored from backup .* all adds up/m);
      expect(advanced).toContain('New ids begin above 100000.');
      await reader.checkout.start('npm start', LISTENING);
      expect(await reader.ask('ls data')).toMatch(/^postgres\.before-\w+$/m);
    } finally {
      await reader.checkout.remove();
    }
  });
});
