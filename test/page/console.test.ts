import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { consoleAssets } from '../../src/http/console/assets.ts';
import { type Joined, joinedOperator } from '../support/operators.ts';
import { axeViolations } from './support/axe.ts';
import { openConsole, type Sight } from './support/console-visit.ts';
import { overflowing, scrollingTables } from './support/measures.ts';
import { takePicture } from './support/pictures.ts';
import { testStage, type Visit } from './support/stage.ts';
import { faultsAt } from './support/walk.ts';

const stage = testStage();
let admin: Joined;
let customer: number;
let order: string;
let other: string;
let activity: number;
let explained: string;
let member: number;
let place: string;

beforeAll(async () => {
  await countFigures(stage.app.deps);
  admin = await joinedOperator(stage.app.deps, 'admin');
  const program = await stage.app.program();
  place = `/console/p/${program.key}`;
  const owner = { program_id: program.id, role: 'owner' } as const;
  member = (await joinedOperator(stage.app.deps, owner)).id;
  const { body } = await stage.app.get('/v2/activities?limit=1').expect(200);
  [
    {
      id: activity,
      customer: { id: customer },
    },
  ] = body.activities;
  const { orders } = (await stage.app.get('/v2/orders?limit=1').expect(200)).body;
  order = `${place}/orders/${encodeURIComponent(orders[0].merchant_id)}`;
  const { customers } = (await stage.app.get('/v2/customers?limit=2').expect(200)).body;
  other = customers.find(({ id }: { id: number }) => id !== customer).merchant_id;
  explained = `reward-${program.rewards[0]!.key}`;
});

const open = (path: string, sight?: Sight) => openConsole(stage, admin, path, sight);

const SCREENS: [name: string, path: () => string][] = [
  ['overview', () => `${place}/overview`],
  ['reports', () => `${place}/reports`],
  ['roll-forward', () => `${place}/reports/roll_forward`],
  ['cohorts', () => `${place}/reports/cohorts`],
  ['forecast', () => `${place}/reports/forecast`],
  ['customers', () => `${place}/customers`],
  ['nobody', () => `${place}/customers?q=nobody`],
  ['customer', () => `${place}/customers/${customer}`],
  ['points', () => `${place}/customers/${customer}/points`],
  ['claim-for', () => `${place}/customers/${customer}/claim`],
  ['explain', () => `${place}/customers/${customer}/explain?about=${explained}`],
  ['merge', () => `${place}/customers/${customer}/merge?into=${other}`],
  ['erase', () => `${place}/customers/${customer}/erase`],
  ['activity', () => `${place}/customers/${customer}/activities/${activity}`],
  ['orders', () => `${place}/orders`],
  ['order', () => order],
  ['queue', () => `${place}/queue`],
  ['team', () => `${place}/team`],
  ['invite', () => `${place}/team/invite`],
  ['member', () => `${place}/team/${member}`],
  ['audit', () => `${place}/audit`],
];

/** A screen with its style sheet and its script, by gzip. */
async function weighed(_: Visit, answer: Response): Promise<string[]> {
  const { styles, script } = consoleAssets();
  const parts = [await answer.body(), styles.text, script.text];
  const bytes = parts.reduce((sum, part) => sum + gzipSync(part).length, 0);
  return bytes < 60 * 1024 ? [] : [`weighs ${bytes} bytes`];
}

it.each(SCREENS)(
  'the screen %s weighs less than 60 KB and reads well in windows of 390, 1024 and 1440, light and dark',
  async (name, path) => {
    expect(await faultsAt(stage, path(), { joined: admin, name: `console ${name}`, also: weighed })).toEqual(
      [],
    );
  },
);

it('each screen below another leads back to it by a link before its title', async () => {
  const { page, tab } = await open(`${place}/overview`);
  for (const [path, above, title] of [
    [`customers/${customer}`, 'customers', 'Customers'],
    [order, 'orders', 'Orders'],
    ['team/invite', 'team', 'Team'],
    ['developers/keys/new', 'developers', 'API keys'],
    ['imports/export', 'imports', 'Import and export'],
    ['program/versions', 'program', 'Program'],
  ] as const) {
    await tab.goto(new URL(path.startsWith('/') ? path : `${place}/${path}`, tab.url()).href);
    await page.locator('main header').getByRole('link', { name: title, exact: true }).click();
    expect(new URL(tab.url()).pathname).toBe(`${place}/${above}`);
  }
});

it.each(['customers', 'orders', 'queue'])(
  'the list of %s stands in rows that a phone shows whole',
  async (list) => {
    const { page } = await open(`${place}/${list}`, { width: 390 });
    expect(await page.locator('.stacks tbody tr').count()).toBeGreaterThan(0);
    expect(await scrollingTables(page)).toEqual([]);
  },
);

it('a table that goes on beyond the edge of a phone has a shade there, and none at its end', async () => {
  const { page, tab } = await open(`${place}/reports/rules`, { width: 390 });
  const table = page.getByRole('region', { name: 'Rules: In the whole span' });
  await table.evaluate((around) => around.scrollIntoView({ block: 'start' }));
  const edge = async () => {
    const { x, y, width } = (await table.boundingBox())!;
    // The ground above the words of its head.
    const clip = { x: x + width - 2, y: y + 3, width: 1, height: 3 };
    return (await tab.screenshot({ clip })).toString('base64');
  };
  const cut = await edge();
  await table.evaluate((around) => around.scrollTo({ left: around.scrollWidth }));
  expect(await edge()).not.toBe(cut);
});

describe('a plot', () => {
  it('is read period by period with the keyboard, in words', async () => {
    const { page } = await open(`${place}/overview`);
    const slider = page.getByRole('slider', { name: /^Points earned, redeemed and expired/ });
    await slider.focus();
    const latest = await slider.getAttribute('aria-valuetext');
    expect(latest).toMatch(/: Earned [\d,]+, Redeemed [\d,]+, Expired [\d,]+$/);
    await slider.press('ArrowLeft');
    expect(await slider.getAttribute('aria-valuenow')).toBe('29');
    expect(await page.locator('.tip:visible strong').textContent()).toMatch(/^\w{3} \d+ \w{3} \d{4}$/);
    await slider.press('Home');
    expect(await slider.getAttribute('aria-valuenow')).toBe('1');
    await slider.press('Escape');
    expect(await page.locator('.tip:visible').count()).toBe(0);
  });

  it('is a drawing with its table where no script runs', async () => {
    const { page } = await open(`${place}/overview`, { javascript: false });
    expect(await page.getByRole('slider').count()).toBe(0);
    await page.getByText('Show the figures').first().click();
    expect(await page.getByRole('columnheader', { name: 'Earned' }).first().isVisible()).toBe(true);
    await page.getByText('Dates', { exact: true }).click();
    await page.getByLabel('From').fill('2026-01-01');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(/from=2026-01-01/);
  });
});

it('has the spans and the way to other days in one line on a phone, and within the window at 320', async () => {
  for (const width of [390, 320]) {
    const { page } = await open(`${place}/overview`, { width });
    const parts = await page
      .locator('.span-form > *')
      .evaluateAll((all) =>
        all
          .map((part) => part.getBoundingClientRect())
          .map(({ top, bottom, right }) => [(top + bottom) / 2, right]),
      );
    expect(new Set(parts.map(([middle]) => Math.round(middle!))).size).toBe(1);
    expect(Math.max(...parts.map(([, right]) => right!))).toBeLessThanOrEqual(width);
    await page.locator('.dates summary').click();
    expect(await page.getByLabel('From').isVisible()).toBe(true);
  }
});

describe('the team', () => {
  it('invites somebody where no script runs, and the link is shown whole on a phone', async () => {
    const visit = await open(`${place}/team`, { width: 390, javascript: false });
    const { page } = visit;
    await page.getByRole('link', { name: 'Invite' }).click();
    await page.getByLabel('Email').fill('ann@team.example');
    await page.getByRole('radio', { name: /^Support/ }).check();
    await page.getByRole('button', { name: 'Invite' }).click();
    expect(await page.locator('.secret').textContent()).toMatch(/\/console\/join\?link=loyalty_ol_\w{33}$/);
    expect(await axeViolations(visit)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    await takePicture(visit, 'console', 'invited', '390', 'light');
  });
});

describe('the frame', () => {
  it('is gone through by keys', async () => {
    const { tab, page } = await open(`${place}/overview`);
    await tab.keyboard.press('?');
    expect(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).isVisible()).toBe(true);
    await tab.keyboard.press('Escape');
    await tab.keyboard.press('g');
    await tab.keyboard.press('r');
    await page.waitForURL(/\/reports$/);
    await tab.keyboard.press('/');
    await tab.keyboard.type('nobody');
    await tab.keyboard.press('Enter');
    await page.getByText('Nobody was found').waitFor();
    await page.waitForLoadState();
  });

  it('is called by its button on a phone, with and without a script', async () => {
    for (const javascript of [true, false]) {
      const { page } = await open(`${place}/overview`, { width: 390, javascript });
      const reports = page.getByRole('link', { name: 'Reports', exact: true });
      expect(await reports.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Screens' }).click();
      await reports.click();
      await page.waitForURL(/\/reports$/);
    }
  });

  it('is dark for whoever chose it, and stays so', async () => {
    const { tab, page } = await open(`${place}/overview`);
    await page.getByLabel('Light or dark').click();
    await page.getByRole('button', { name: 'Dark' }).click();
    await page.locator('html[data-theme="dark"]').waitFor();
    await tab.reload();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  });
});
