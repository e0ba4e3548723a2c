import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import { createApp } from '../../src/domain/operations/manage-apps.ts';
import { subscribe } from '../../src/domain/operations/manage-webhooks.ts';
import { keepImportFile } from '../../src/domain/operations/order-import.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { LANGUAGE_TAGS } from '../../src/http/console/language/languages.ts';
import { consoleWording } from '../../src/http/console/language/wording.ts';
import { absentKeys, hasOwnKeys, PART_NAMES } from '../../src/http/console/program/program-parts.ts';
import { nameOf } from '../../src/http/console/program-names.ts';
import { FILE_SECTIONS } from '../../src/program-file/draft-entries.ts';
import { beginDraft } from '../../src/program-file/program-drafts.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf, type ConsoleBrowser } from '../support/console.ts';
import { createCustomer } from '../support/factories.ts';
import { joinedOperator } from '../support/operators.ts';
import { withRoutes } from '../support/routes.ts';
import { TESTER } from '../support/tester.ts';

let test: TestApp;
let admin: ConsoleBrowser;
/** The addresses of screens below that of a program, as the router has them. */
let patterns: string[];

beforeAll(async () => {
  const { built, routes } = await withRoutes(() => buildTestApp({ program: { key: 'ours' } }));
  test = built;
  patterns = routes
    .filter(({ method, pattern }) => method === 'GET' && pattern.startsWith('/console/p/:program/'))
    .map(({ pattern }) => pattern.slice('/console/p/:program/'.length))
    .filter((pattern) => !NO_SCREENS.test(pattern));
  admin = browserOf(test, await joinedOperator(test.deps, 'admin'));
});
afterAll(() => test.close());

const NO_SCREENS = /\.(csv|json|yaml)$|\/(progress|events|page|who)$|:picture$/;

/** Words of Latin script that stand together on a screen in Arabic, but for files and those that are said to be of another language. */
function latinOn(html: string, known: readonly string[]): string[] {
  const own = known.reduce(
    (text, words) => text.replaceAll(words, ''),
    html.replaceAll(/<(pre|textarea)[ >].*?<\/\1>|<(\w+)[^>]* lang="(?!ar)\w+"[^>]*>.*?<\/\2>/gs, ''),
  );
  const texts = own.matchAll(/>([^<>]+)<|(?:aria-label|title|placeholder|alt|data-copied)="([^"]*)"/g);
  return [...texts]
    .map(([, text, attribute]) => text ?? attribute!)
    .filter((text) => /\p{Script=Latin}{2,} \p{Script=Latin}{2,}/u.test(text));
}

/** The screens of one key, one app, one webhook and one file, which are made for it. */
async function thingsToShow(program: Program): Promise<string[]> {
  const { deps } = test;
  const own = { program_id: program.id, by: TESTER };
  const terms = { name: 'till', scopes: ['read_customers' as const] };
  const key = await createApiKey(deps, { program_key: program.key, ...terms, by: TESTER });
  const app = await createApp(deps, {
    ...own,
    ...terms,
    redirect_uris: ['https://app.example/back'],
    public: false,
  });
  const topic = 'customers/update';
  const { webhook } = await subscribe(deps, { ...own, topic, address: 'https://shop.example/hooks' });
  const bytes = Buffer.from('email,points\nada@shop.example,5\n');
  const file = await keepImportFile(deps, { program, name: 'customers.csv', bytes });
  return [
    `developers/keys/${key.id}`,
    `developers/apps/${app.client_id}`,
    `developers/apps/${app.client_id}/secret`,
    `developers/webhooks/${webhook.id}`,
    `developers/webhooks/${webhook.id}/secret`,
    `imports/files/${file}`,
  ];
}

/** The screens of an operator alone. */
const ALONE = [
  '/console/account',
  '/console/account/password',
  '/console/account/code',
  '/console/account/passkey',
  '/console/confirm',
  '/console/join?link=none',
  '/console/approve',
];

const OVERVIEW = '/console/p/ours/overview';
const choose = (language: string, back = OVERVIEW) => admin.post('/console/look', { language, back });

describe('the language of the console', () => {
  it.each([
    ['fr-CH, fr;q=0.9, en;q=0.8', 'fr'],
    ['nl, ja;q=0.5', 'ja'],
    ['nl', 'en'],
    ['', 'en'],
    ['constructor', 'en'],
  ])('is before the sign-in what the browser asks for: %s', async (wanted, language) => {
    const { text } = await supertest(test.url).get('/console/sign-in').set('accept-language', wanted);
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<h1>${consoleWording(language as 'en').say('sign_in')}</h1>`);
  });

  it.each(LANGUAGE_TAGS)('is what its reader chose, in this browser: %s', async (language) => {
    const answer = await choose(language);
    expect([answer.status, answer.headers.location]).toEqual([303, OVERVIEW]);
    const { text } = await admin.get(OVERVIEW);
    const { say, direction } = consoleWording(language);
    expect(text).toContain(`<html lang="${language}"${direction === 'rtl' ? ' dir="rtl"' : ''}>`);
    expect(text).toContain(`<h1>${say('screen_overview')}</h1>`);
    for (const message of ['screen_customers', 'screen_server', 'overview_outstanding', 'figures'] as const)
      expect(text).toContain(say(message));
  });

  it('is that of the operator in every browser, until the account leaves it to each', async () => {
    const joined = await joinedOperator(test.deps, 'admin');
    const [here, there] = [browserOf(test, joined), browserOf(test, joined)];
    const keep = async (language: string) =>
      here.post('/console/account/language', { language, token: await here.token() });
    expect((await keep('ja')).headers.location).toBe('/console/account');
    for (const browser of [here, there])
      expect((await browser.get(OVERVIEW)).text).toContain('<html lang="ja">');
    await there.post('/console/look', { language: 'es', back: OVERVIEW });
    expect((await here.get(OVERVIEW)).text).toContain('<html lang="es">');
    expect((await here.get('/console/account')).text).toContain(
      '<option value="es" selected>Español</option>',
    );
    await keep('');
    expect((await here.get(OVERVIEW)).text).toContain('<html lang="en">');
  });

  it('leaves nothing of English on any screen', async () => {
    await choose('ar');
    const program = await test.program();
    const { id } = await createCustomer(test.deps, program);
    const known = [
      'Olive Operator',
      'loyaltyd verify-ledger',
      'Yotpo Loyalty',
      ...program.rules.map(({ key }) => nameOf(program, 'rule', key)),
      ...program.rewards.map(({ key }) => nameOf(program, 'reward', key)),
    ];
    const shown = await thingsToShow(program);
    const { id: draft } = await beginDraft(test.deps, { program, note: null, by: TESTER });
    const at = `program/drafts/${draft}`;
    const screens = [
      ...shown,
      ...patterns.map((pattern) =>
        pattern
          .replace('customers/:id', `customers/${id}`)
          .replace('program/drafts/:id', at)
          .replace(':version', '1')
          .replace(':section/:key', `rules/${program.rules[0]!.key}`),
      ),
      ...PART_NAMES.map((part) => `${at}?part=${part}`),
      ...FILE_SECTIONS.map((section) =>
        hasOwnKeys(section)
          ? `${at}/add/${section}`
          : `${at}/add/${section}?key=${absentKeys({}, section).at(-1)}`,
      ),
    ];
    const left: string[] = [];
    for (const path of screens.filter((one) => !one.includes(':'))) {
      const { status, text } = await admin.get(`/console/p/ours/${path}`);
      // One address leads to another screen, which is looked at as well.
      expect([path, [200, 303].includes(status)]).toEqual([path, true]);
      left.push(...latinOn(text, known).map((words) => `${path}: ${words}`));
    }
    expect(left).toEqual([]);
  });

  it('leaves nothing of English on a screen of the operator alone', async () => {
    await choose('ar');
    const left: string[] = [];
    for (const path of ALONE) {
      const { text } = await admin.get(path);
      expect([path, text.includes('<html lang="ar" dir="rtl">')]).toEqual([path, true]);
      const own = text.replace(/<p class="secret">.*?<\/p>/, '');
      const known = ['Olive Operator', 'Test Browser', 'loyaltyd operator --help'];
      left.push(...latinOn(own, known).map((words) => `${path}: ${words}`));
    }
    expect(left).toEqual([]);
    const wrong = await admin.post('/console/sign-in', { email: 'a@b.example', password: 'wrong' });
    expect(wrong.text).toContain(consoleWording('ar').say('wrong_password'));
    await choose('en');
  });

  it('is also that of refusals, and of no other word', async () => {
    await choose('de');
    expect((await admin.get('/console/p/ours/reports/none')).text).toContain('Hier ist nichts');
    await choose('xx');
    expect((await admin.get(OVERVIEW)).text).toContain('<html lang="de">');
    await choose('en');
  });
});
