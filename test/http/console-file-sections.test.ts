import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDraft } from '../../src/domain/programs/draft-store.ts';
import { applyProgramFile } from '../../src/program-file/apply-program-file.ts';
import { readYaml } from '../../src/program-file/read-yaml.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf, type ConsoleBrowser } from '../support/console.ts';
import { fieldsOfHtml } from '../support/form-fields.ts';
import { joinedOperator } from '../support/operators.ts';
import { HEAD } from '../support/program-file.ts';
import { TESTER } from '../support/tester.ts';

let test: TestApp;
let ann: ConsoleBrowser;
let draft: string;

/** A program that speaks English and French, with words and a rate of its own. */
const FILE = `${HEAD}texts:
  en: { page_points: Your leaves }
currency_rates: { EUR: 0.9 }
`;

beforeAll(async () => {
  test = await buildTestApp({ program: { key: 'elsewhere' } });
  await applyProgramFile(test.deps, FILE, TESTER);
  ann = browserOf(test, await joinedOperator(test.deps, 'admin'));
  const { headers } = await ann.post('/console/p/shop/program/drafts', { token: await ann.token() });
  draft = headers.location!.split('?')[0]!;
});
afterAll(() => test.close());

const program = async () => (await test.deps.programs.all()).find(({ key }) => key === 'shop')!;
async function held(): Promise<Record<string, Record<string, unknown>>> {
  const { file } = await getDraft(test.deps.db, (await program()).id, Number(draft.split('/').at(-1)));
  return JSON.parse(JSON.stringify(readYaml(file).value));
}

/** Sends the form of a screen as it was drawn, with some fields filled in otherwise. */
async function fill(path: string, fields: object) {
  const { text, status } = await ann.get(`${draft}/${path}`);
  expect([path, status]).toEqual([path, 200]);
  const { deed: _deed, ...blank } = fieldsOfHtml(text);
  return ann.post(`${draft}/${path.split('?')[0]}`, { ...blank, deed: 'save', ...fields });
}

describe('the rates of other currencies', () => {
  it('are cards with forms, one for each currency', async () => {
    const { text } = await ann.get(`${draft}?part=settings`);
    expect(text).toContain('Rates of other currencies');
    expect(text.replaceAll('<!-- -->', '')).toContain('1 USD = 0.9 EUR');
    expect((await fill('currency_rates/EUR', { entry: '0.95' })).status).toBe(303);
    expect((await held()).currency_rates).toEqual({ EUR: 0.95 });
  });

  it('are added by their letters, however these are typed, and refused with why', async () => {
    expect((await fill('add/currency_rates', { key: ' gbp', entry: '0.8' })).status).toBe(303);
    expect((await held()).currency_rates).toMatchObject({ GBP: 0.8 });
    const refused = await fill('add/currency_rates', { key: 'JPY', entry: '-1' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('value="-1"');
    const nobodys = await fill('add/currency_rates', { key: 'POUNDS', entry: '1' });
    expect(nobodys.status).toBe(422);
    expect(Object.keys((await held()).currency_rates!)).toEqual(['EUR', 'GBP']);
  });

  it('leave the draft when they are removed', async () => {
    expect((await fill('currency_rates/GBP', { deed: 'remove' })).status).toBe(303);
    expect(Object.keys((await held()).currency_rates!)).toEqual(['EUR']);
  });
});

describe('the words of the server', () => {
  it('are written language by language, beside the words that stand without them', async () => {
    const { text } = await ann.get(`${draft}/texts/en`);
    expect(text).toContain('value="Your leaves"');
    expect(text).toContain('The server says: <bdi lang="en">Your tier</bdi>');
    expect((await fill('texts/en', { 'entry.page_tier': 'Your branch' })).status).toBe(303);
    expect((await held()).texts).toEqual({ en: { page_points: 'Your leaves', page_tier: 'Your branch' } });
  });

  it('are offered for the languages of the sites that have none yet', async () => {
    expect((await ann.get(`${draft}?part=settings`)).text).toMatch(
      /name="key"><option value="fr">French<\/option><\/select>/,
    );
    expect((await fill('add/texts?key=fr', { key: 'fr', 'entry.page_points': 'Vos feuilles' })).status).toBe(
      303,
    );
    expect((await held()).texts).toMatchObject({ fr: { page_points: 'Vos feuilles' } });
  });

  it('are refused beside the field where they would not be read', async () => {
    const refused = await fill('texts/en', { 'entry.page_greeting': 'Hello, {nobody' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('id="entry.page_greeting-wrong"');
    expect((await held()).texts!.en).not.toHaveProperty('page_greeting');
  });

  it('are refused in English, and so marked for readers of another language', async () => {
    const back = '/console/account';
    await ann.post('/console/look', { language: 'de', back });
    const { text } = await fill('texts/en', { 'entry.page_greeting': 'Hello, {nobody' });
    await ann.post('/console/look', { language: 'en', back });
    expect(text.match(/<span lang="en" dir="ltr">(page_greeting )?[^<]+<\/span><\/p>/g)).toHaveLength(2);
  });

  it('run nothing that they hold', async () => {
    const hostile = '"><script>alert(1)</script>';
    const { text } = await fill('texts/en', { deed: 'look', 'entry.page_tier': hostile });
    expect(text).not.toMatch(/<script(?! type="module" src=)/);
    expect(text).toContain('&lt;script>');
  });
});
