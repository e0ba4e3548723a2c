import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/domain/operators/roles.ts';
import { applyProgramFile } from '../../src/program-file/apply-program-file.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { type ConsoleBrowser, fieldOf, browserOf as signedIn } from '../support/console.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer } from '../support/factories.ts';
import { joinedOperator } from '../support/operators.ts';
import { HEAD } from '../support/program-file.ts';
import { TESTER } from '../support/tester.ts';

const HOSTILE = '<script>alert(1)</script>"\'&';

const FILE = `# Ours
${HEAD.replace('key: shop', 'key: ours').replace('[en, fr]', '[en, de]')}tiers:
  boundary_mode: points
  membership: { mode: lifetime }
  levels:
    base: { name: { en: Member, de: Mitglied }, lower_bound: 0 }
    gold: { name: Gold, lower_bound: 500 }
rules:
  visit:
    kind: pageview
    title: { en: Visit us, de: Besuche uns }
    limit: { count: 1, interval: day }
    result: { points: 5 }
    variants: { gold: { result: { points: 8 } } }
  hostile: { kind: custom, name: odd, title: "${HOSTILE.replaceAll('"', '\\"')}", result: { points: 1 } }
rewards:
  tea:
    kind: gift_card
    title: Tea
    cost_points: 60
    expires_after: 14d
    initial_balance: 5
theme: { light: { background: "#f6f5ee", surface: "#ffffff" } }
questions:
  - { question: { en: May I?, de: Darf ich? }, answer: { en: You may., de: Du darfst. } }
terms: { en: Be kind., de: Sei nett. }
`;

let test: TestApp;

beforeAll(async () => {
  test = await buildTestApp({ program: { key: 'elsewhere' } });
  await applyProgramFile(test.deps, FILE, TESTER);
  await applyProgramFile(test.deps, FILE.replace('points: 5', 'points: 7'), TESTER, { note: 'Spring' });
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const programOf = async () => (await test.deps.programs.all()).find(({ key }) => key === 'ours')!;

async function browserOf(role: Role): Promise<ConsoleBrowser> {
  return signedIn(test, await joinedOperator(test.deps, { program_id: (await programOf()).id, role }));
}

const AT = '/console/p/ours/program';
const NOTHING_RUNS = / style=|<script(?! type="module" src=)| on\w+=/;

describe('the program', () => {
  it('reads as its customers read it, in each of its languages', async () => {
    const browser = await browserOf('analyst');
    const english = (await browser.get(AT)).text;
    expect(english).toContain('>Visit us<');
    expect(english).toContain('>7 points<');
    expect(english).toContain('Once a day · Gold: 8 points');
    const german = (await browser.get(`${AT}?language=de`)).text;
    expect(german).toContain('>Besuche uns<');
    expect(german).toContain('>7 Punkte<');
    expect(german).toContain('lang="de"');
  });

  it('shows rewards, tiers and settings field by field, in words', async () => {
    const browser = await browserOf('support');
    const rewards = (await browser.get(`${AT}?part=rewards`)).text;
    expect(rewards).toContain('>60 points<');
    expect(rewards).toContain('<dt>Initial balance</dt><dd><bdi>$5.00</bdi></dd>');
    expect(rewards).toContain('<dt>Time until what was claimed expires</dt><dd><bdi>14 days</bdi></dd>');
    const tiers = (await browser.get(`${AT}?part=tiers`)).text;
    expect(tiers).toContain('>From 500 points earned<');
    expect((await browser.get(`${AT}?part=settings`)).text).toContain('>Sites<');
  });

  it('shows settings in the language that is read, and of a value with several fields a line for each', async () => {
    const browser = await browserOf('support');
    const english = (await browser.get(`${AT}?part=settings`)).text;
    expect(english).toContain('<p>Be kind.</p>');
    expect(english).toMatch(
      /Question<\/span> <bdi lang="en">May I\?<\/bdi>.*Answer<\/span> <bdi lang="en">You may\./s,
    );
    expect(english).toMatch(/fill="#f6f5ee".*Background<\/span> <bdi>#f6f5ee<\/bdi>/s);
    expect(english).not.toContain('Sei nett.');
    const german = (await browser.get(`${AT}?part=settings&language=de`)).text;
    expect(german).toContain('<p>Sei nett.</p>');
    expect(german).toContain('<bdi lang="de">Darf ich?</bdi>');
    expect(german).not.toContain('May I?');
  });

  it('runs nothing that it shows', async () => {
    const browser = await browserOf('owner');
    for (const path of [
      '',
      '?part=rewards',
      '?part=tiers',
      '/versions',
      '/versions/1',
      '/versions/1/rollback',
    ]) {
      const { text, status } = await browser.get(AT + path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toMatch(NOTHING_RUNS);
    }
    expect((await browser.get(AT)).text).toContain('&lt;script>alert(1)&lt;/script>');
  });

  it('begins a draft for whoever may change it, and for nobody else', async () => {
    expect((await (await browserOf('manager')).get(AT)).text).toContain('Begin a draft');
    for (const role of ['analyst', 'support'] as const) {
      expect((await (await browserOf(role)).get(AT)).text).not.toContain('Begin a draft');
    }
  });
});

describe('the history', () => {
  it('says who changed the program, when and why, and what', async () => {
    const browser = await browserOf('analyst');
    const { text } = await browser.get(`${AT}/versions`);
    expect(text).toMatch(/Version 2<\/a>.*live.*Spring.*Version 1<\/a>/s);
    const second = (await browser.get(`${AT}/versions/2`)).text;
    expect(second).toContain('Changes since version 1');
    expect(second).toMatch(/Result › Points<\/dt><dd><del>.*5<\/bdi><\/del>.*<ins>.*7<\/bdi><\/ins>/);
    expect(second).toContain('# Ours');
    const download = await browser.get(`${AT}/versions/2/program.yaml`);
    expect(download.headers['content-disposition']).toBe('attachment; filename="ours-version-2.yaml"');
    expect(download.text).toBe(FILE.replace('points: 5', 'points: 7'));
    expect(second).not.toContain('Go back to this version');
    expect((await browser.get(`${AT}/versions/1?against=2`)).text).toContain('Changes since version 2');
    for (const odd of ['3', '0', 'x', '1?against=x', '2?against=99', '99999999999']) {
      expect([odd, (await browser.get(`${AT}/versions/${odd}`)).status]).toEqual([odd, 404]);
    }
  });

  it('goes back to a version: first the plan, with the people whom it concerns, then the button', async () => {
    const program = await programOf();
    await createCustomer(test.deps, program, { merchant_id: 'ann', points: 600 });
    const bolder = FILE.replace('lower_bound: 500', 'lower_bound: 5000').replace('points: 5', 'points: 7');
    await applyProgramFile(test.deps, bolder, TESTER);
    const browser = await browserOf('manager');
    const plan = (await browser.get(`${AT}/versions/2/rollback`)).text;
    expect(plan).toMatch(/Lower bound|From<\/dt>/);
    expect(plan).toContain('changed');
    const token = fieldOf(plan, 'token');
    const built_on = fieldOf(plan, 'built_on');
    expect(built_on).toBe('3');
    const stale = await browser.post(`${AT}/versions/2/rollback`, { token, built_on: '2', note: 'No' });
    expect([stale.status, stale.text.includes('The program is at version 3')]).toEqual([422, true]);
    for (const press of ['first', 'second']) {
      const done = await browser.post(`${AT}/versions/2/rollback`, { token, built_on, note: 'Too bold' });
      expect([press, done.status, done.headers.location]).toEqual([press, 303, `${AT}/versions/4`]);
    }
    expect((await browser.get(`${AT}/versions`)).text).toContain('Version 2 again · Too bold');
    const [deed] = await test.deps.db
      .selectFrom('audit_entries')
      .select(['actor_kind', 'action', 'details'])
      .where('program_id', '=', program.id)
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(deed).toMatchObject({
      actor_kind: 'operator',
      action: 'program.applied',
      details: { version: 4 },
    });
  });

  it('is not changed by whoever only reads', async () => {
    const support = await browserOf('support');
    expect((await support.get(`${AT}/versions/1/rollback`)).status).toBe(403);
    expect((await support.get(`${AT}/versions/1`)).text).not.toContain('Go back to this version');
    const analyst = await browserOf('analyst');
    expect((await analyst.get(`${AT}/versions/1/who?effect=x`)).status).toBe(403);
    expect((await support.get(`${AT}/versions/1/who?effect=x`)).status).toBe(404);
  });
});
