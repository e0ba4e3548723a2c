import { expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { overflowing } from './support/measures.ts';
import { takePictureOfWindow } from './support/pictures.ts';
import { LOYALTY, testStage } from './support/stage.ts';

const stage = testStage();

const PAGES = [
  '/docs',
  '/docs/start',
  '/docs/operating',
  '/docs/concepts',
  '/docs/adr/0006-points-with-dates-are-lots',
  '/docs?q=points',
  '/docs/nothing',
  '/reference',
  '/reference/createOrder',
  '/reference/getCustomer',
  '/reference/told_customers_update',
];

async function visit(path: string, width: number, scheme: 'light' | 'dark', javascript = true) {
  const context = await stage.newContext({ width, javascript });
  const tab = await context.newPage();
  await tab.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await tab.goto(LOYALTY + path);
  return { context, tab, page: tab.mainFrame(), javascript };
}

for (const path of PAGES) {
  it.each([390, 1440])(`${path} reads well, light and dark, in a window of %i`, async (width) => {
    for (const scheme of ['light', 'dark'] as const) {
      const reader = await visit(path, width, scheme);
      await takePictureOfWindow(reader, 'docs', path, String(width), scheme);
      expect(await axeViolations(reader)).toEqual([]);
      expect(await overflowing(reader.page)).toEqual([]);
    }
  });
}

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
  expect(await axeViolations({ page, javascript: true } as never)).toEqual([]);
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
  const { tab, page } = await visit('/reference/createOrder', 390, 'dark');
  await page.getByLabel('API key').fill(stage.app.key);
  await page.getByRole('button', { name: 'Send the request' }).click();
  await page.getByText(/^201 Created/).waitFor();
  await page.locator('#try-answer').scrollIntoViewIfNeeded();
  await tab.screenshot({ path: 'test/page/screenshots/docs-tried.png' });
});
