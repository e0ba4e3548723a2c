import { describe, expect, it } from 'vitest';
import { CAST } from './support/cast.ts';
import type { Heard } from './support/host-page.ts';
import { beginRedeeming, outcomeOf, redeem } from './support/parts.ts';
import { COOKIELESS, LOYALTY, SHOP, testStage, type Visit } from './support/stage.ts';

const stage = testStage();
const MINUTE = 60_000;

/** Waits until the store's page has heard an event of that type. */
async function heard({ tab }: Visit, type: string): Promise<Record<string, unknown>> {
  const event = await tab.waitForFunction(
    (wanted) => window.heard.events.find((candidate) => candidate.type === wanted),
    type,
  );
  return ((await event.jsonValue()) as Heard['events'][number]).detail;
}

describe('the token of a session', () => {
  it.each([undefined, 'loader'] as const)('leaves the address at once, embedded by %s', async (embedding) => {
    const member = await stage.backEnd.member(500);
    const address = await stage.backEnd.addressFor(member);
    const token = address.split('/').at(-1)!;
    const visit = await stage.openAddress(await stage.newContext(), address, {
      ...(embedding && { embedding }),
    });
    expect(visit.page.url()).toMatch(/^https:\/\/loyalty\.example\/page\?at=/);
    expect(visit.page.url()).not.toContain(token);
    const seen = await visit.page.evaluate(() => [
      document.documentElement.outerHTML,
      document.cookie,
      performance.getEntriesByType('resource').map(({ name }) => name),
    ]);
    expect(JSON.stringify(seen)).not.toContain(token);
    expect(
      JSON.stringify(await visit.context.storageState({ indexedDB: true }).then(({ origins }) => origins)),
    ).not.toContain(token);
    await redeem(visit, 'Free delivery');
    await visit.tab.reload();
    expect(stage.referrers.join()).not.toContain(token);
    expect(stage.app.logged.join('')).toContain('"route":"/page/:token"');
    expect(stage.app.logged.join('')).not.toContain(token);
  });

  it('is in no history that the browser keeps', async () => {
    const { tab } = await stage.visit(CAST.ada);
    expect(await tab.evaluate(() => history.length)).toBeLessThanOrEqual(2);
    await tab.goBack();
    expect(tab.url()).toBe('about:blank');
  });

  it('is taken along by no referrer', async () => {
    stage.referrers.length = 0;
    const visit = await stage.visit(await stage.backEnd.member(500), { embedding: 'loader' });
    await redeem(visit, 'Free delivery');
    const ofTheStore = new RegExp(`^${SHOP}/`);
    expect(stage.referrers.filter((from) => !ofTheStore.test(from))).toEqual([]);
  });

  it('is in a cookie of the store in whose page it is: in another one it opens nothing', async () => {
    const visit = await stage.visit(CAST.ada, { embedding: 'loader' });
    const address = visit.page.url();
    const tab = await visit.context.newPage();
    await tab.goto(address);
    await tab.getByRole('heading', { name: 'This page is closed' }).waitFor();
    const [cookie] = (await visit.context.cookies()).filter(({ name }) => name === '__Host-loyalty_page');
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'None', path: '/' });
  });
});

describe('a page that was left open for too long', () => {
  it.each([{ javascript: true }, { javascript: false }])(
    'says so kindly, JavaScript $javascript',
    async (options) => {
      const member = await stage.backEnd.member(900);
      const visit = await stage.visit(member, options);
      const card = await beginRedeeming(visit, 'Free delivery');
      stage.app.clock.advance(15 * MINUTE);
      await card.getByRole('button', { name: /^Redeem/ }).click();
      await visit.page.getByRole('heading', { name: 'This page has expired' }).waitFor();
      expect(await visit.page.locator('main').innerText()).toContain('Go back to Meadow & Vine');
      const back = visit.page.getByRole('link', { name: 'Go to Meadow & Vine' });
      expect(await back.getAttribute('href')).toBe(SHOP);
      expect(await back.getAttribute('target')).toBe('_top');
      expect(await stage.backEnd.claimsOf(member)).toEqual([]);
    },
  );

  it('asks the store for another, and goes on with it', async () => {
    const member = await stage.backEnd.member(900);
    const visit = await stage.visit(member, { embedding: 'loader' });
    const card = await beginRedeeming(visit, 'Free delivery');
    stage.app.clock.advance(15 * MINUTE);
    await card.getByRole('button', { name: /^Redeem/ }).click();
    expect(await heard(visit, 'session_expired')).toMatchObject({ reason: 'expired' });
    const another = await stage.backEnd.addressFor(member);
    await visit.page.evaluate(() => document.documentElement.classList.add('expired'));
    await visit.tab.evaluate((address) => window.reopen(address), another);
    // The old page would take the click, and be gone.
    await visit.page.waitForFunction(() => !document.documentElement.classList.contains('expired'));
    await redeem(visit, 'Free delivery');
    expect(await stage.backEnd.claimsOf(member)).toHaveLength(1);
  });
});

describe('where the browser keeps no cookie of the page', () => {
  it('the loader hands the session over, and all can be done', async () => {
    const member = await stage.backEnd.member(900);
    const address = (await stage.backEnd.addressFor(member)).replace(LOYALTY, COOKIELESS);
    const visit = await stage.openAddress(await stage.newContext(), address, { embedding: 'loader' });
    await redeem(visit, 'Free delivery');
    await outcomeOf(visit).getByText('It’s yours: Free delivery').waitFor();
    expect(await visit.context.cookies()).toEqual([]);
    expect(await stage.backEnd.claimsOf(member)).toHaveLength(1);
  });

  it('a tab of its own says what is the matter', async () => {
    const address = (await stage.backEnd.addressFor(CAST.ada)).replace(LOYALTY, COOKIELESS);
    const { page } = await stage.openAddress(await stage.newContext(), address);
    expect(await page.locator('main').innerText()).toContain('your browser keeps no cookies here');
  });
});
