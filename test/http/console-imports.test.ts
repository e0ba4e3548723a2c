import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILES_KEPT_MS, purgeImportFiles } from '../../src/domain/imports/purge-files.ts';
import { workOnImports } from '../../src/domain/operations/work-on-imports.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf, type ConsoleBrowser, fieldOf } from '../support/console.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { joinedOperator } from '../support/operators.ts';

let test: TestApp;
let browser: ConsoleBrowser;

const IMPORTS = '/console/p/ours/imports';
const HOSTILE = '<script>alert(1)</script>';
const FILE = 'merchant_id,email,points\n1,ann@shop.example,120\n2,bob@shop.example,lots\n';

beforeAll(async () => {
  test = await buildTestApp({ program: { key: 'ours' } });
  const program_id = (await test.program()).id;
  browser = browserOf(test, await joinedOperator(test.deps, { program_id, role: 'manager' }));
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

async function bring(text: string | Buffer, name = 'customers.csv') {
  const bytes = Buffer.from(text);
  return browser.upload(IMPORTS, { token: await browser.token() }, { name, bytes });
}

/** Sends a form of a file's screen with the choices that stand there, and lets a server do the work. */
async function order(path: string, deed: 'check' | 'run', changed: object = {}) {
  const { text } = await browser.get(path);
  const chosen = [...text.matchAll(/<select id="(\w+)"[\s\S]*?<\/select>/g)].flatMap(([select, name]) => {
    const [, value] = /<option value="([^"]*)" selected/.exec(select) ?? [];
    return value ? [[name!, value]] : [];
  });
  const answer = await browser.post(path, {
    token: fieldOf(text, 'token'),
    ...(deed === 'run' && { trial: fieldOf(text, 'trial') }),
    ...Object.fromEntries(chosen),
    ...changed,
    deed,
  });
  await workOnImports(test.deps);
  return answer;
}

const pathOf = (answer: { headers: Record<string, string> }) => answer.headers.location!;
const points = async (email: string) => {
  const { body } = await test.get(`/v2/customers?email=${email}`).expect(200);
  return body.customers.map((customer: { points_approved: number }) => customer.points_approved);
};

describe('an import', () => {
  it('goes from a file by a trial to customers, mends a refused row, and is taken back', async () => {
    const file = pathOf(await bring(FILE));
    const columns = (await browser.get(file)).text;
    expect(columns).toMatch(/name="field_points"[^§]*?<option value="points" selected/);
    expect(columns).toContain('ann@shop.example');
    expect(pathOf(await order(file, 'check'))).toBe(file);
    const tried = (await browser.get(file)).text;
    expect(tried).toContain('A trial: nothing is imported yet');
    expect(tried).toContain('Import 1 row');
    expect(await points('ann@shop.example')).toEqual([]);

    await order(file, 'run');
    const [, imported] = new RegExp(`href="(${IMPORTS}/\\d+)"`).exec((await browser.get(file)).text)!;
    expect(await points('ann@shop.example')).toEqual([120]);
    const refused = await browser.get(`${imported}/refused.csv`);
    expect(refused.text).toMatch(
      /^merchant_id,email,points,refused because\r\n2,bob@shop.example,lots,[^\n]+\r\n$/,
    );

    const mended = pathOf(await bring(refused.text.replace('lots', '80'), 'mended.csv'));
    await order(mended, 'check');
    await order(mended, 'run');
    expect(await points('bob@shop.example')).toEqual([80]);

    const token = await browser.token();
    expect(pathOf(await browser.post(`${imported}/revert`, { token }))).toBe(imported);
    expect((await browser.get(imported!)).text).toContain('data-live=');
    await workOnImports(test.deps);
    expect((await browser.get(imported!)).text).toContain('It is taken back from 1 customer.');
    expect(await points('ann@shop.example')).toEqual([]);
    expect(await points('bob@shop.example')).toEqual([80]);
    const deeds = await test.deps.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_kind'])
      .where('action', 'like', 'import.%')
      .orderBy('id')
      .execute();
    expect(deeds.map(({ action }) => action)).toEqual([
      'import.started',
      'import.finished',
      'import.started',
      'import.finished',
      'import.reverted',
    ]);
    expect(new Set(deeds.map((deed) => deed.actor_kind))).toEqual(new Set(['operator']));
  });

  it('is ordered once, however often the button is pressed', async () => {
    const file = pathOf(await bring('merchant_id,email,points\n3,cat@shop.example,5\n', 'pressed.csv'));
    await order(file, 'check');
    const { text: tried } = await browser.get(file);
    const form = { token: fieldOf(tried, 'token'), trial: fieldOf(tried, 'trial'), deed: 'run' };
    await Promise.all([1, 2, 3].map(() => browser.post(file, form)));
    await Promise.all([workOnImports(test.deps), workOnImports(test.deps)]);
    expect(await points('cat@shop.example')).toEqual([5]);
    const { text } = await browser.get(IMPORTS);
    expect(text.split('pressed.csv').length - 1).toBe(2);
  });

  it('follows the trial on the screen, once, whoever pressed in another tab meanwhile', async () => {
    const file = pathOf(await bring('merchant_id,points\ntabs,100\n', 'tabs.csv'));
    await order(file, 'check');
    const tab = async () => {
      const { text } = await browser.get(file);
      return { token: fieldOf(text, 'token'), trial: fieldOf(text, 'trial'), deed: 'run' };
    };
    const [first, second, third] = [await tab(), await tab(), await tab()];
    await order(file, 'check', { field_points: '' });
    expect(pathOf(await browser.post(file, first))).toBe(file);
    await workOnImports(test.deps);
    expect((await browser.get(file)).text).toContain('A trial: nothing is imported yet');

    const { trial } = await tab();
    await Promise.all([second, third].map((form) => browser.post(file, { ...form, trial })));
    await workOnImports(test.deps);
    await browser.post(file, { ...third, trial, again: 'yes' });
    await workOnImports(test.deps);
    const runs = await test.deps.db
      .selectFrom('import_tasks')
      .select('choices')
      .where('kind', '=', 'run')
      .where('file_id', '=', Number(file.split('/').at(-1)))
      .execute();
    expect(runs).toMatchObject([{ choices: { columns: { points: '' } } }]);
  });

  it.each([
    ['', 'Choose a file that is not empty.'],
    [Buffer.from('PK\x03\x04rest'), 'save it as csv'],
    [Buffer.from('merchant_id,\x00points\n1,2\n'), 'it is no text'],
  ])('takes no file such as %j', async (bytes, words) => {
    const { status, text } = await bring(bytes as Buffer, 'odd.csv');
    expect([status, text.includes(words)]).toEqual([422, true]);
  });

  it('says what is wrong with columns, keeps the choices, and runs nothing of a hostile file', async () => {
    const file = pathOf(await bring(`${HOSTILE},points\n"${HOSTILE}",5\n`, `${HOSTILE}.csv`));
    const answer = await order(file, 'check', { field_tier: HOSTILE });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('merchant_id or email');
    expect(answer.text).not.toContain(HOSTILE);
    expect((await browser.get(IMPORTS)).text).not.toContain(HOSTILE);
    const named = await order(file, 'check', { field_merchant_id: HOSTILE });
    expect(named.status).toBe(303);
    expect((await browser.get(file)).text).not.toContain(HOSTILE);
  });

  it('chooses the columns of the service whose file it seems to be', async () => {
    const file = pathOf(await bring('Email,Points Balance,VIP Tier,First Name\nann@shop.example,1,,Ann\n'));
    const { text } = await browser.get(file);
    expect(text).toContain('<option value="smile" selected');
    expect(text).toContain('<option value="Points Balance" selected');
    expect((await browser.get(`${file}?preset=`)).text).not.toContain(
      '<option value="Points Balance" selected',
    );
  });

  it('of which more rows are refused than a trial keeps says so', async () => {
    const rows = Array.from({ length: 1_200 }, (_, at) => `refused-${at},lots`);
    const file = pathOf(await bring(`merchant_id,points\n${rows.join('\n')}\nfine,1\n`, 'lots.csv'));
    await order(file, 'check');
    expect((await browser.get(file)).text).toContain('The csv has the first 1,000 of them.');
    expect((await browser.get(`${file}/refused.csv`)).text.trimEnd().split('\r\n')).toHaveLength(1_001);
    await order(file, 'run');
    const [, imported] = new RegExp(`href="(${IMPORTS}/\\d+)"`).exec((await browser.get(file)).text)!;
    expect((await browser.get(imported!)).text).toContain('The csv has more of them');
    const lines = (await browser.get(`${imported}/refused.csv`)).text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(1_201);
    expect(lines.at(-1)).toContain('refused-1199,lots,');
  });

  it('that fails says why', async () => {
    // Only the beginning of a file is read when it is brought.
    const broken = pathOf(await bring(`merchant_id\n"${'x'.repeat(700_000)}"\n`, 'long.csv'));
    await order(broken, 'check');
    expect((await browser.get(broken)).text).toContain('long.csv cannot be read as csv');
    const file = pathOf(await bring('merchant_id\n9\n', 'fails.csv'));
    const token = fieldOf((await browser.get(file)).text, 'token');
    await browser.post(file, { token, deed: 'check', field_merchant_id: 'merchant_id' });
    const choices = JSON.stringify({ preset: '', columns: {}, dates: null, site: 'gone' });
    await test.deps.db.updateTable('import_tasks').set({ choices }).where('state', '=', 'waiting').execute();
    await workOnImports(test.deps);
    expect((await browser.get(file)).text).toContain('There is no site gone.');
  });

  it('is shown as it goes on, and once more when it has ended', async () => {
    const file = pathOf(await bring('email,points\ndan@shop.example,5\n'));
    const token = fieldOf((await browser.get(file)).text, 'token');
    await browser.post(file, { token, deed: 'check', field_email: 'email', field_points: 'points' });
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const asked = await fetch(`${test.url}${file}/progress`, { headers: { cookie } });
    expect(await asked.json()).toMatchObject({ text: 'It begins in a moment.', ended: false });
    const accept = 'text/event-stream';
    const events = await fetch(`${test.url}${file}/progress`, { headers: { cookie, accept } });
    expect(events.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(events.headers.get('x-accel-buffering')).toBe('no');
    const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
    let told = '';
    const until = async (words: string) => {
      while (!told.includes(words)) {
        const { value, done } = await reader.read();
        if (done) break;
        told += value;
      }
    };
    await until('"ended":false');
    await workOnImports(test.deps);
    await until('"ended":true');
    expect(told).toContain('It begins in a moment.');
    expect(told.trimEnd().endsWith('"ended":true}')).toBe(true);
    expect((await reader.read()).done).toBe(true);
  });

  it('is left by a server that stops, and done by the next', async () => {
    const rows = Array.from({ length: 2_500 }, (_, at) => `left-${at},1`);
    const file = pathOf(await bring(`merchant_id,points\n${rows.join('\n')}\n`, 'left.csv'));
    const { text } = await browser.get(file);
    const token = fieldOf(text, 'token');
    await browser.post(file, {
      token,
      deed: 'check',
      field_merchant_id: 'merchant_id',
      field_points: 'points',
    });
    await workOnImports(test.deps);
    const tried = (await browser.get(file)).text;
    await browser.post(file, { token: fieldOf(tried, 'token'), trial: fieldOf(tried, 'trial'), deed: 'run' });
    const stopping = new AbortController();
    // The server is told to stop while the second thousand is written.
    const deps = {
      ...test.deps,
      programs: Object.assign(Object.create(test.deps.programs), {
        some: async (ids: number[]) => {
          const [{ count }] = (await test.deps.db
            .selectFrom('customers')
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .execute()) as [{ count: number }];
          if (count > 1_000) stopping.abort();
          return test.deps.programs.some(ids);
        },
      }),
    };
    await workOnImports(deps, stopping.signal);
    expect((await browser.get(file)).text).toContain('data-live=');
    await workOnImports(test.deps);
    const [, imported] = new RegExp(`href="(${IMPORTS}/\\d+)"`).exec((await browser.get(file)).text)!;
    const done = (await browser.get(imported!)).text;
    expect(done).toContain('2,500 rows were read');
    expect(done).toContain('<dd class="figure">2,500</dd>');
  });
});

describe('files', () => {
  it('are deleted after a day, with what was found out about them', async () => {
    const file = pathOf(await bring('email\nold@shop.example\n', 'old.csv'));
    await order(file, 'check');
    test.clock.advance(FILES_KEPT_MS + 1);
    expect(await purgeImportFiles(test.deps)).toBeGreaterThan(1);
    for (const table of ['import_files', 'import_file_parts', 'import_tasks'] as const) {
      expect(await test.deps.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    browser = browserOf(
      test,
      await joinedOperator(test.deps, { program_id: (await test.program()).id, role: 'manager' }),
    );
    expect((await browser.get(file)).status).toBe(404);
  });
});

describe('an export', () => {
  it('downloads all customers, and is audited', async () => {
    const token = fieldOf((await browser.get(`${IMPORTS}/export`)).text, 'token');
    const form = { token, what: 'customers', format: 'csv' };
    const { text, headers } = await browser.post(`${IMPORTS}/export`, form);
    expect(headers['content-disposition']).toContain('ours-customers.csv');
    expect(text).toContain('cat@shop.example');
    expect((await browser.post(`${IMPORTS}/export`, { token, what: 'secrets', format: 'csv' })).status).toBe(
      400,
    );
    const [deed] = await test.deps.db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').execute();
    expect(deed).toMatchObject({ action: 'export.made', actor_kind: 'operator' });
  });
});
