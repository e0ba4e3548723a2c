import { describe, expect, it } from 'vitest';
import { CAST } from './support/cast.ts';
import { cardOf, openTab, redeem } from './support/parts.ts';
import { LOYALTY, SHOP, testStage, type Visit } from './support/stage.ts';

const stage = testStage();

const messagesOf = ({ tab }: Visit) => tab.evaluate(() => window.heard.messages);
const eventsOf = async ({ tab }: Visit, type: string) =>
  (await tab.evaluate(() => window.heard.events)).filter((event) => event.type === type);

describe("the page in the store's page", () => {
  it('is as high as it needs, so that nothing scrolls inside of it, also after it has grown', async () => {
    const visit = await stage.visit(CAST.ada, { embedding: 'loader', width: 320 });
    const fits = () =>
      visit.page.waitForFunction(() => {
        const { scrollHeight } = document.documentElement;
        return scrollHeight <= innerHeight && innerHeight > 1_000;
      });
    await fits();
    await openTab(visit, 'history');
    await visit.page.waitForFunction(
      () => innerHeight === Math.ceil(document.documentElement.getBoundingClientRect().height),
    );
    const before = await visit.page.evaluate(() => innerHeight);
    await visit.page.getByText('Show earlier').click();
    await visit.page.waitForFunction((height) => innerHeight > height + 500, before);
    await fits();
  });

  it('tells the store what happens, and is who tells it', async () => {
    const member = await stage.backEnd.member(900);
    const visit = await stage.visit(member, { embedding: 'loader' });
    await redeem(visit, 'Free delivery');
    const [claim] = await stage.backEnd.claimsOf(member);
    const program = await stage.app.program();
    const reward = program.rewards.find(({ key }) => key === 'free-delivery')!;
    await visit.tab.waitForFunction(() => window.heard.events.some(({ type }) => type === 'reward_claimed'));
    expect((await eventsOf(visit, 'reward_claimed'))[0]!.detail).toMatchObject({
      reward_id: reward.id,
      claimed_reward_id: claim!.id,
    });
    expect((await eventsOf(visit, 'points_changed'))[0]!.detail).toMatchObject({ points: 650 });
    expect(await eventsOf(visit, 'ready')).toHaveLength(1);
    for (const { origin, data } of await messagesOf(visit)) {
      expect(origin).toBe(LOYALTY);
      expect(data.source).toBe('loyaltyd');
    }
  });

  it('tells the store when the customer is done', async () => {
    const visit = await stage.visit(CAST.ada, { embedding: 'loader' });
    const summary = cardOf(visit, 'rewards', 'Free delivery').locator('summary');
    await summary.click();
    await summary.press('Escape');
    expect(await visit.page.locator('details[open].act').count()).toBe(0);
    expect(await eventsOf(visit, 'close')).toEqual([]);
    await visit.page.locator('body').press('Escape');
    await visit.tab.waitForFunction(() => window.heard.events.some(({ type }) => type === 'close'));
  });

  it('keeps its address from the scripts of the store', async () => {
    const visit = await stage.visit(CAST.ada, { embedding: 'loader' });
    expect(await visit.tab.evaluate(() => document.querySelector('iframe')!.src)).toBe('');
    expect(await visit.tab.evaluate(() => document.documentElement.outerHTML)).not.toContain('/page/');
  });

  it('is shown in the pages of no other site', async () => {
    const context = await stage.newContext();
    const tab = await context.newPage();
    await tab.goto(stage.stranger.pageWith(await stage.backEnd.addressFor(CAST.ada), 'iframe'));
    const frame = (await (await tab.waitForSelector('iframe')).contentFrame())!;
    expect(await frame.locator('main').count()).toBe(0);
    expect(stage.misconduct.splice(0).join()).toContain('frame-ancestors');
    expect(await tab.evaluate(() => window.heard.messages)).toEqual([]);
  });
});

describe("the page in an app's web view", () => {
  it('tells the app the same, and leaves links to it', async () => {
    const context = await stage.newContext({ width: 320 });
    await context.addInitScript(() => {
      const told: unknown[] = [];
      const bridges = {
        told,
        LoyaltydBridge: { postMessage: (json: string) => told.push(JSON.parse(json)) },
        ReactNativeWebView: { postMessage: (json: string) => told.push(JSON.parse(json)) },
        webkit: { messageHandlers: { loyaltyd: { postMessage: (message: unknown) => told.push(message) } } },
      };
      Object.assign(window, bridges);
    });
    const member = await stage.backEnd.member();
    const visit = await stage.openAddress(context, await stage.backEnd.addressFor(member));
    await openTab(visit, 'earn');
    await cardOf(visit, 'earn', 'Read the farm almanac').getByRole('button').click();
    await visit.page.locator('#outcome').waitFor();
    await visit.page.getByRole('button', { name: 'Close' }).click();
    const told = await visit.page.evaluate(() => (window as unknown as { told: { type: string }[] }).told);
    for (const message of [
      { source: 'loyaltyd', type: 'ready' },
      { source: 'loyaltyd', type: 'open_url', url: `${SHOP}/almanac` },
      { source: 'loyaltyd', type: 'points_changed', points: 110 },
      { source: 'loyaltyd', type: 'close' },
    ]) {
      expect(told.filter((candidate) => candidate.type === message.type)).toEqual([
        message,
        message,
        message,
      ]);
    }
    expect(context.pages()).toHaveLength(1);
    expect((await stage.backEnd.ledgerOf(member)).points_approved).toBe(110);
  });
});
