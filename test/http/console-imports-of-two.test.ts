import { afterAll, beforeAll, expect, it } from 'vitest';
import { workOnImports } from '../../src/domain/operations/work-on-imports.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf, type ConsoleBrowser, fieldOf } from '../support/console.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { programSettings } from '../support/factories.ts';
import { joinedOperator } from '../support/operators.ts';

let test: TestApp;
let ann: ConsoleBrowser;
let bob: ConsoleBrowser;

const PLACE = '/console/p/ours';
const NAME = '<b>members.csv';

beforeAll(async () => {
  const settings = programSettings({ approvals: { points_above: 500 } });
  test = await buildTestApp({ program: { key: 'ours', settings } });
  const manager = { program_id: (await test.program()).id, role: 'manager' } as const;
  [ann, bob] = [
    browserOf(test, await joinedOperator(test.deps, manager)),
    browserOf(test, await joinedOperator(test.deps, manager)),
  ];
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

/** Brings a file, tries it, and asks for its import. Returns the address of the file. */
async function ask(text: string): Promise<string> {
  const file = { name: NAME, bytes: Buffer.from(text) };
  const brought = await ann.upload(`${PLACE}/imports`, { token: await ann.token() }, file);
  const path = brought.headers.location!;
  const columns = { field_merchant_id: 'merchant_id', field_points: 'points' };
  await ann.post(path, { token: await ann.token(path), deed: 'check', ...columns });
  await workOnImports(test.deps);
  const tried = (await ann.get(path)).text;
  expect(tried).toContain('Ask a colleague to import');
  await ann.post(path, { token: fieldOf(tried, 'token'), trial: fieldOf(tried, 'trial'), deed: 'run' });
  await workOnImports(test.deps);
  return path;
}

const decide = async (browser: ConsoleBrowser, path: string, decision: string) => {
  const { text } = await browser.get(path);
  const form = { token: fieldOf(text, 'token'), task: fieldOf(text, 'task'), decision };
  return browser.post(`${path}/decision`, form);
};

const speak = (browser: ConsoleBrowser, language: string) =>
  browser.post('/console/look', { language, back: PLACE });

it('an import of many points stands in the queue, and happens when a colleague approves it', async () => {
  const path = await ask('merchant_id,points\nada,600\n');
  const own = (await ann.get(path)).text;
  expect(own).toContain('You asked for it:');
  expect(own).not.toContain('Approve the import');
  await speak(ann, 'de');
  const refused = await decide(ann, path, 'approve');
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining('Jemand anderes entscheidet.'),
  ]);
  await speak(ann, 'en');
  const queue = (await bob.get(`${PLACE}/queue`)).text;
  expect(queue).toContain('Import &lt;b>members.csv: up to 600 points of one customer.');
  expect(queue).toContain(`href="${path}"`);
  const shown = (await bob.get(path)).text;
  expect(shown).toContain('up to 600 points of one customer');
  expect(shown).toMatch(/New customers[\s\S]*Points added[\s\S]*600/);
  expect(shown).toContain('new customer, 600 points');
  expect((await decide(bob, path, 'approve')).headers.location).toBe(path);
  await workOnImports(test.deps);
  expect((await bob.get(path)).text).toContain('The file is imported.');
  const { body } = await test.get('/v2/customers/ada').expect(200);
  expect(body.customer.points_approved).toBe(600);
});

it('an import that is taken back says so, and can be tried again', async () => {
  const path = await ask('merchant_id,points\nzoe,900\n');
  expect((await decide(ann, path, 'decline')).headers.location).toBe(path);
  const { text } = await ann.get(path);
  expect(text).toContain('declined or taken back');
  expect(text).toContain('Try it');
  await speak(ann, 'de');
  expect((await ann.get(path)).text).toContain(
    'wurde abgelehnt oder zurückgenommen. Es wurde nichts importiert.',
  );
  await test.get('/v2/customers/zoe').expect(404);
});
