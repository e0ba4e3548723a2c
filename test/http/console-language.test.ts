import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGE_TAGS } from '../../src/http/console/language/languages.ts';
import { consoleWording } from '../../src/http/console/language/wording.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf, type ConsoleBrowser } from '../support/console.ts';
import { joinedOperator } from '../support/operators.ts';

let test: TestApp;
let admin: ConsoleBrowser;

beforeAll(async () => {
  test = await buildTestApp({ program: { key: 'ours' } });
  admin = browserOf(test, await joinedOperator(test.deps, 'admin'));
});
afterAll(() => test.close());

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
    // Nothing of it is left in English.
    if (language !== 'en') expect(text).not.toContain('<main id="content" lang="en"');
    for (const message of ['screen_customers', 'screen_server', 'overview_outstanding', 'figures'] as const)
      expect(text).toContain(say(message));
  });

  it('is marked as English where a screen has no translation, within a frame that has one', async () => {
    await choose('ar');
    const { text } = await admin.get('/console/p/ours/server');
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect(text).toMatch(/<main id="content" lang="en" dir="ltr"><header class="head"><div><h1>Server</);
    expect(text).toContain(consoleWording('ar').say('screen_server'));
    await choose('en');
    expect((await admin.get('/console/p/ours/server')).text).toContain('<main id="content"><');
  });

  it('is also that of refusals, and of no other word', async () => {
    await choose('de');
    expect((await admin.get('/console/p/ours/reports/none')).text).toContain('Hier ist nichts');
    await choose('xx');
    expect((await admin.get(OVERVIEW)).text).toContain('<html lang="de">');
    await choose('en');
  });
});
