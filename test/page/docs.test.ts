import { expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { overflowing } from './support/measures.ts';
import { takePicture } from './support/pictures.ts';
import { LOYALTY, testStage } from './support/stage.ts';
import { faultsAt } from './support/walk.ts';

const stage = testStage();

const PAGES: [path: string, status?: number][] = [
  ['/docs'],
  ['/docs/start'],
  ['/docs/operating'],
  ['/docs/concepts'],
  ['/docs/adr/0006-points-with-dates-are-lots'],
  ['/docs?q=points'],
  ['/docs/nothing', 404],
  ['/reference'],
  ['/reference/createOrder'],
  ['/reference/listTransactions'],
  ['/reference/told_customers_update'],
];

/** Axe looks at each of 18,000 elements, which takes half a minute on a busy machine. */
const MANY_ELEMENTS_MS = 240_000;

async function visit(path: string, width: number, scheme: 'light' | 'dark', javascript = true) {
  const context = await stage.newContext({ width, javascript });
  const tab = await context.newPage();
  await tab.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await tab.goto(LOYALTY + path);
  return { context, tab, page: tab.mainFrame(), javascript };
}

it.each(PAGES)('%s reads well in windows of 390 and 1440, light and dark', async (path, status = 200) => {
  expect(await faultsAt(stage, path, { widths: [390, 1440], name: `docs ${path}`, status })).toEqual([]);
});

it(
  'the largest page of the reference reads well on a phone',
  async () => {
    const reader = await visit('/reference/getCustomer', 390, 'light');
    expect([...(await overflowing(reader.page)), ...(await axeViolations(reader))]).toEqual([]);
  },
  MANY_ELEMENTS_MS,
);

it.each(['/docs/api', '/docs/configuration', '/docs/program-file'])(
  'on a phone no table of %s scrolls sideways, and each cell says what it is',
  async (path) => {
    const { page } = await visit(path, 390, 'light');
    const cut = await page
      .locator('.scroll')
      .evaluateAll((tables) => tables.filter((table) => table.scrollWidth > table.clientWidth).length);
    expect(cut).toBe(0);
    const named = await page
      .locator('td:nth-child(3)')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(name).toMatch(/^"[A-Z].+"$/);
  },
);

it('without JavaScript all of it is there but the form to try', async () => {
  const reader = await visit('/reference/createOrder', 1440, 'light', false);
  expect(await axeViolations(reader)).toEqual([]);
  expect(await reader.tab.locator('#try-form').isVisible()).toBe(false);
  expect(await reader.tab.locator('.copy').first().isVisible()).toBe(false);
  expect(await reader.tab.getByText('Trying needs JavaScript').isVisible()).toBe(true);
  await reader.tab.locator('#search').fill('refund');
  await reader.tab.locator('#search').press('Enter');
  await reader.tab.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
});

it('an operation is tried with a key, which is kept nowhere', async () => {
  const { tab, page } = await visit('/reference/listCustomers', 1440, 'light');
  const asked: string[] = [];
  tab.on('request', (request) => asked.push(request.url()));
  const send = async () => {
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.locator('#try-form[aria-busy=false]').waitFor();
    return page.locator('#try-status').textContent();
  };
  expect(await send()).toMatch(/^401 /);
  await page.getByLabel('API key').fill(stage.app.key);
  await page.locator('[data-query=limit]').fill('1');
  expect(await send()).toMatch(/^200 /);
  const answer = JSON.parse((await page.locator('#try-answer code').textContent())!);
  expect(answer.customers).toHaveLength(1);
  expect(await axeViolations({ page, javascript: true })).toEqual([]);
  expect(asked).toEqual([`${LOYALTY}/v2/customers`, `${LOYALTY}/v2/customers?limit=1`]);
  const kept = await page.evaluate(() => [
    localStorage.length,
    sessionStorage.length,
    document.cookie,
    location.search,
  ]);
  expect(kept).toEqual([0, 0, '', '']);
  await tab.reload();
  expect(await page.getByLabel('API key').inputValue()).toBe('');
});

it('what an operation changes is changed, and the answer is shown', async () => {
  const seen = await visit('/reference/createOrder', 390, 'dark');
  const { page } = seen;
  await page.getByLabel('API key').fill(stage.app.key);
  await page.getByRole('button', { name: 'Send the request' }).click();
  await page.getByText(/^201 Created/).waitFor();
  await takePicture(seen, 'docs tried');
});
