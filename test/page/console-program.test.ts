import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../src/domain/operators/roles.ts';
import { findVersion } from '../../src/domain/programs/version-store.ts';
import { applyProgramFile } from '../../src/program-file/apply-program-file.ts';
import { fileOfVersion } from '../../src/program-file/file-of-version.ts';
import { beginDraft, editDraft } from '../../src/program-file/program-drafts.ts';
import { type Joined, joinedOperator } from '../support/operators.ts';
import { TESTER } from '../support/tester.ts';
import { axeViolations } from './support/axe.ts';
import { openConsole, type Sight } from './support/console-visit.ts';
import { takePicture } from './support/pictures.ts';
import { testStage } from './support/stage.ts';
import { faultsAt } from './support/walk.ts';

const stage = testStage();
const operators = new Map<Role, Joined>();
let place: string;
let draft: string;

beforeAll(async () => {
  const { deps } = stage.app;
  const program = await stage.app.program();
  place = `/console/p/${program.key}/program`;
  for (const role of ROLES) {
    operators.set(role, await joinedOperator(deps, { program_id: program.id, role }));
  }
  const { id } = await beginDraft(deps, { program, note: 'Spring', by: TESTER });
  draft = `${place}/drafts/${id}`;
  const change = { program, id, revision: null, by: TESTER };
  await editDraft(deps, change, (file) => file.replace('lower_bound: 300', 'lower_bound: 30'));
});

const open = (path: string, role: Role, sight?: Sight) =>
  openConsole(stage, operators.get(role)!, path, sight);

const SCREENS: [name: string, path: () => string][] = [
  ['program', () => place],
  ['program-tiers', () => `${place}?part=tiers&language=de`],
  ['program-settings', () => `${place}?part=settings`],
  ['history', () => `${place}/versions`],
  ['version', () => `${place}/versions/1`],
  ['drafts', () => `${place}/drafts`],
  ['draft', () => draft],
  ['draft-file', () => `${draft}/file`],
  ['draft-plan', () => `${draft}/plan`],
  ['draft-preview', () => `${draft}/preview`],
  ['rule-form', () => `${draft}/rules/purchase`],
  ['reward-form', () => `${draft}/add/rewards?kind=product_cart`],
];

it.each(SCREENS)(
  'the screen %s reads well in windows of 390, 1024 and 1440, light and dark',
  async (name, path) => {
    expect(
      await faultsAt(stage, path(), { joined: operators.get('manager')!, name: `console ${name}` }),
    ).toEqual([]);
  },
);

/** Where the words of elements begin in the window, in CSS pixels from the side that the screen is read from. */
const beginnings = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => {
    const isRtl = document.documentElement.dir === 'rtl';
    return all.map((one) => {
      const words = document.createRange();
      words.selectNodeContents(one);
      const { left, right } = words.getBoundingClientRect();
      return Math.round(isRtl ? innerWidth - right : left);
    });
  });

describe('words of a table or a card', () => {
  it('begin below each other on a phone: of drafts, the name and what is said of it', async () => {
    const { tab } = await open(`${place}/drafts`, 'manager', { width: 390 });
    const begin = await beginnings(tab, '.stacks tbody tr:first-child > th > a');
    const named = await tab
      .locator('.stacks tbody tr:first-child > td')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    expect(new Set([...begin, ...named]).size).toBe(1);
  });

  it('begin where the card does, also in a language of the other direction', async () => {
    const { tab } = await open('/console/account', 'analyst');
    await tab.locator('form[action$="/account/language"] select').selectOption('ar');
    await tab.locator('form[action$="/account/language"] button').click();
    await tab.waitForSelector('html[dir="rtl"]');
    await tab.goto(new URL(`${place}?language=en`, tab.url()).href);
    const [title] = await beginnings(tab, '.entry h3 > bdi');
    const [worth] = await beginnings(tab, '.entry .worth');
    expect(title).toBeGreaterThan(0);
    expect(worth).toBe(title);
  });
});

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('a change of the program, %s', (_with, javascript) => {
  it('is written by a manager in a form, planned, approved by a colleague, and seen on the loyalty page', async () => {
    const { deps } = stage.app;
    const program = await stage.app.program();
    const held = (await findVersion(deps.db, program.id, null))!;
    const file = fileOfVersion(held).replace(/^approvals:.*\n/m, '');
    await applyProgramFile(deps, `${file}approvals: { publish: 2 }\n`, TESTER);
    const points = javascript ? 41 : 42;

    const manager = (await open(`${place}/drafts`, 'manager', { javascript })).tab;
    await manager.getByLabel('What it is for').fill('More for visits');
    await manager.getByRole('button', { name: 'Begin a draft' }).click();
    await manager.waitForURL(/\/drafts\/\d+/);
    await manager.getByRole('link', { name: 'Change Visit our store' }).click();
    await fillPoints(manager, points);
    await manager.getByRole('button', { name: 'Look at it' }).click();
    await manager.getByText(`${points} Punkte`).first().waitFor();
    await manager.getByRole('button', { name: 'Save in the draft' }).click();
    await manager.getByText('Saved.').waitFor();
    await manager.getByRole('link', { name: 'Plan and publish' }).click();
    await manager.getByText('Somebody else publishes it').waitFor();
    expect(await manager.getByRole('button', { name: 'Approve and publish' }).count()).toBe(0);
    const address = await manager.locator('.secret').textContent();

    const owner = (await open(new URL(address!).pathname, 'owner', { javascript })).tab;
    await owner.getByText('You are the second person').waitFor();
    await owner.getByRole('button', { name: 'Approve and publish' }).click();
    await owner.waitForURL(/\/versions\/\d+$/);
    await owner.getByText('More for visits').first().waitFor();

    const visit = await stage.visit(null, { javascript });
    await visit.page.getByText(`${points} points`).first().waitFor();
  });
});

async function fillPoints(tab: Page, points: number): Promise<void> {
  await tab.locator('[id="entry.result.points"]').fill(String(points));
}

describe('the preview', () => {
  it('is the page with the draft’s program, in the width of a phone and of a desktop', async () => {
    const { tab, page } = await open(`${draft}/preview`, 'support');
    const frame = tab.frameLocator('iframe');
    await frame.locator('main').waitFor();
    const width = () => page.locator('iframe').evaluate((element) => element.getBoundingClientRect().width);
    expect(await width()).toBeLessThan(400);
    await page.getByRole('link', { name: 'Desktop' }).click();
    await page.waitForURL(/device=desktop/);
    await frame.locator('main').waitFor();
    expect(await width()).toBeGreaterThan(900);
  });
});

describe('the editor of the file', () => {
  it('completes from the schema, marks what the server finds, and saves what was written', async () => {
    const { tab, page } = await open(`${draft}/file`, 'manager');
    const code = page.getByRole('textbox', { name: 'The program file' });
    await page.locator('.cm-content').waitFor();
    await code.click();
    await tab.keyboard.press('Control+Home');
    await tab.keyboard.type('poi');
    await page.getByRole('option', { name: /points_expiry/ }).waitFor();
    await tab.keyboard.press('Escape');
    await page.locator('.cm-lintRange-error').first().waitFor();
    for (let letter = 0; letter < 3; letter += 1) await tab.keyboard.press('Backspace');
    // Keys that lead to other screens elsewhere are text here.
    await tab.keyboard.type('# Ours: go / gp ?\n');
    await page.locator('.cm-lintRange-error').first().waitFor({ state: 'detached' });
    const visit = { context: tab.context(), tab, page, javascript: true };
    expect(await axeViolations(visit)).toEqual([]);
    await takePicture(visit, 'console', 'editor', '1440', 'light');
    await page.getByRole('button', { name: 'Save the file' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await page.locator('textarea[name="file"]').inputValue()).toMatch(/^# Ours: go \/ gp \?\nkey: /);
  });
});

describe('a text of the file that was sent after the session had ended', () => {
  it('was said to be unchecked, is there again after signing in, and is saved then', async () => {
    const { tab, page } = await open(`${draft}/file`, 'manager');
    const context = tab.context();
    const cookies = await context.cookies();
    const address = tab.url();
    // The editor stands in the place of the text field, once its script has come.
    await page.locator('.cm-content').waitFor();
    await context.clearCookies();
    await page.getByRole('textbox', { name: 'The program file' }).click();
    await tab.keyboard.press('Control+Home');
    await tab.keyboard.type('# Written late\n');
    await page.locator('.cm-lint-marker-warning').first().waitFor();
    await page.getByRole('button', { name: 'Save the file' }).click();
    await tab.waitForURL(/\/console\/sign-in/);

    await context.addCookies(cookies);
    await tab.goto(address);
    await page.getByText('Your text was not saved, and is here again.').waitFor();
    const text = page.locator('textarea[name="file"]');
    expect(await text.inputValue()).toMatch(/^# Written late\n/);
    expect(await axeViolations({ page, javascript: true })).toEqual([]);
    await page.getByRole('button', { name: 'Save the file' }).click();
    await page.getByText('Saved.').waitFor();
    await tab.goto(address);
    expect(await text.inputValue()).toMatch(/^# Written late\n/);
    expect(await page.locator('[data-kept-told]').isVisible()).toBe(false);
  });
});

describe('the form of a rule', () => {
  it('shows how customers would read it while somebody writes', async () => {
    const { tab, page } = await open(`${draft}/rules/daily-visit`, 'manager');
    await fillPoints(tab, 37);
    for (const words of ['37 points', '37 Punkte']) await page.getByText(words, { exact: true }).waitFor();
  });
});
