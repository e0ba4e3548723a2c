import { beforeAll, describe, expect, it } from 'vitest';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { createApp } from '../../src/domain/operations/manage-apps.ts';
import { subscribe } from '../../src/domain/operations/manage-webhooks.ts';
import { keepImportFile, orderImport } from '../../src/domain/operations/order-import.ts';
import { tryTopic } from '../../src/domain/operations/try-webhooks.ts';
import { workOnCodeImports } from '../../src/domain/operations/work-on-code-imports.ts';
import { workOnImports } from '../../src/domain/operations/work-on-imports.ts';
import { type Joined, joinedOperator } from '../support/operators.ts';
import { Receiver } from '../support/receiver.ts';
import { TESTER } from '../support/tester.ts';
import { openConsole, type Sight } from './support/console-visit.ts';
import { testStage } from './support/stage.ts';
import { faultsAt } from './support/walk.ts';

const stage = testStage();
let admin: Joined;
let place: string;
let pool: string;
let file: number;
let webhook: number;
let client: string;

const FILE = `merchant_id,email,first_name,points,tier
9001,ann@shop.example,Ann,120,
9002,bob@shop.example,Bob,many,
9003,no email,Cat,15,
`;

beforeAll(async () => {
  const { deps } = stage.app;
  admin = await joinedOperator(deps, 'admin');
  const program = await stage.app.program();
  place = `/console/p/${program.key}`;
  pool = program.rewards.find(({ codes }) => codes.kind === 'pool')!.key;
  const topic = 'program_events/customer.points_earned';
  const receiver = await Receiver.start();
  const own = { program_id: program.id, by: TESTER };
  webhook = (await subscribe(deps, { ...own, topic, address: receiver.address })).webhook.id;
  await subscribe(deps, { ...own, topic: 'customers/update', address: receiver.address });
  const now = deps.clock.now(program);
  await tryTopic(deps, { program_id: program.id, topic, payload: {}, now });
  receiver.react = () => 500;
  await tryTopic(deps, { program_id: program.id, topic, payload: {}, now });
  await receiver.close();
  const scopes = ['read_customers', 'write_orders'] as const;
  const redirect_uris = ['https://partner.example/back'];
  const app = { ...own, name: 'Mail tool', redirect_uris, scopes: [...scopes], public: false };
  client = (await createApp(deps, app)).client_id;
  file = await keepImportFile(deps, { program, name: 'members.csv', bytes: Buffer.from(FILE) });
  const columns = { merchant_id: 'merchant_id', email: 'email', points: 'points' };
  const choices = { preset: '', columns, dates: null, site: program.sites[0]!.key };
  const by = { kind: 'operator', id: admin.id, request_id: 'a-request' } as const;
  await orderImport(deps, { program, file_id: file, work: { kind: 'check', choices }, by });
  await workOnImports(deps);
  stage.app.clock.advance(40 * 24 * 3_600_000);
  await countFigures(deps);
  admin = await joinedOperator(deps, 'admin');
});

const open = (path: string, sight?: Sight) => openConsole(stage, admin, path, sight);
const lastMonth = () => new Date(stage.app.clock.real() - 31 * 24 * 3_600_000).toISOString().slice(0, 7);

const SCREENS: [name: string, path: () => string][] = [
  ['codes', () => '/codes'],
  ['pool', () => `/codes/${pool}`],
  ['imports', () => '/imports'],
  ['file', () => `/imports/files/${file}`],
  ['export', () => '/imports/export'],
  ['books', () => '/reports/books'],
  ['month', () => `/reports/books/${lastMonth()}`],
  ['closing', () => `/reports/books/${lastMonth()}/close`],
  ['keys', () => '/developers'],
  ['new-key', () => '/developers/keys/new'],
  ['webhooks', () => '/developers/webhooks'],
  ['new-webhook', () => '/developers/webhooks/new'],
  ['webhook', () => `/developers/webhooks/${webhook}`],
  ['new-app', () => '/developers/apps/new'],
  ['app-secret', () => `/developers/apps/${client}/secret`],
  ['app', () => `/developers/apps/${client}`],
  ['clock', () => '/clock'],
  ['server', () => '/server'],
];

it.each(SCREENS)(
  'the screen %s reads well in windows of 390, 1024 and 1440, light and dark',
  async (name, path) => {
    expect(await faultsAt(stage, place + path(), { joined: admin, name: `console ${name}` })).toEqual([]);
  },
);

describe('an import', () => {
  it.each([true, false])('is mapped, tried, mended and taken back, with a script: %s', async (javascript) => {
    const id = javascript ? '9101' : '9201';
    const { page, tab } = await open(`${place}/imports`, { javascript });
    const bring = async (name: string, text: string) => {
      await page.getByLabel('A csv file').setInputFiles({
        name,
        mimeType: 'text/csv',
        buffer: Buffer.from(text),
      });
      await page.getByRole('button', { name: 'Upload the file' }).click();
      await page.getByRole('heading', { name }).waitFor();
    };
    /** Where no script runs, the screen is loaded anew by itself; that takes seconds, and a reader may do it too. */
    const worked = async (words: string) => {
      await workOnImports(stage.app.deps);
      if (!javascript) await tab.reload();
      await page.getByText(words).waitFor();
    };
    await bring(
      'members.csv',
      `Nummer,email,Punkte\n${id},a${id}@shop.example,120\n${id}9,b${id}@shop.example,lots\n`,
    );
    await page.getByLabel('Id in the store').selectOption('Nummer');
    await page.getByLabel('Points', { exact: true }).selectOption('Punkte');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('heading', { name: 'Trying the file' }).waitFor();
    await worked('A trial: nothing is imported yet');
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByRole('heading', { name: 'Importing' }).waitFor();
    await worked('The file is imported.');
    await page.getByRole('link', { name: 'See it' }).click();
    await page.getByRole('heading', { name: '2 rows were read' }).waitFor();
    const imported = page.url();
    const [download] = await Promise.all([
      tab.waitForEvent('download'),
      page.getByRole('link', { name: 'csv to fix' }).click(),
    ]);
    const refused = Buffer.concat(await (await download.createReadStream()).toArray()).toString();

    await page.locator('#content').getByRole('link', { name: 'Import and export' }).click();
    await bring('mended.csv', refused.replace('lots', '80'));
    await page.getByLabel('Id in the store').selectOption('Nummer');
    await page.getByLabel('Points', { exact: true }).selectOption('Punkte');
    await page.getByRole('button', { name: 'Try it' }).click();
    await worked('A trial: nothing is imported yet');
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await worked('The file is imported.');

    await tab.goto(imported);
    await page.getByRole('link', { name: 'Take it back' }).click();
    await page.getByRole('button', { name: 'Take the import back' }).click();
    await worked('It is taken back from 1 customer.');
    const { body } = await stage.app.get(`/v2/customers/${id}9`).expect(200);
    expect(body.customer.points_approved).toBe(80);
    await stage.app.get(`/v2/customers/${id}`).expect(404);
  });
});

describe('codes', () => {
  it.each([true, false])('are tried, imported and mended, with a script: %s', async (javascript) => {
    const { page, tab } = await open(`${place}/codes/${pool}`, { javascript });
    const worked = async (words: string) => {
      await page.getByRole('progressbar').waitFor();
      await workOnCodeImports(stage.app.deps);
      if (!javascript) await tab.reload();
      await page.getByText(words).waitFor();
    };
    const lines = page.getByLabel('Codes, one a line');
    await lines.fill(`NEW-${javascript}-1\nNEW-${javascript}-2\n"NEW-${javascript}-3`);
    await page.getByRole('button', { name: 'Try it' }).click();
    await worked('2 codes would be.');
    await page.getByRole('button', { name: 'Import 2 codes' }).click();
    await worked('2 codes were imported.');
    await lines.fill((await lines.inputValue()).replace('"', ''));
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await worked('1 code was imported.');
  });
});

describe('the books', () => {
  it('are closed by whoever keeps them, with the journal on their accounts', async () => {
    const { page, tab } = await open(`${place}/reports`);
    await page.getByRole('link', { name: 'Books' }).click();
    await page
      .getByRole('link', { name: /^Close / })
      .first()
      .click();
    await page.getByRole('button', { name: /^Close / }).click();
    await page.getByText(/^Closed /).waitFor();
    await page.getByLabel('Liability').fill('2150');
    const [download] = await Promise.all([
      tab.waitForEvent('download'),
      page.getByRole('button', { name: 'Download csv' }).click(),
    ]);
    const csv = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
    expect(csv).toMatch(/^month,debit,credit,amount,currency,flow\r\n/);
    expect(csv).toContain(',2150,');
  });
});
