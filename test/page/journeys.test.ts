import { describe, expect, it } from 'vitest';
import { CAST } from './support/cast.ts';
import { beginRedeeming, cardOf, doRule, outcomeOf, redeem } from './support/parts.ts';
import { LOYALTY, NETWORK, SHOP, testStage, type Visit } from './support/stage.ts';

const stage = testStage();

const WAYS = [
  { way: 'in a tab', javascript: true },
  { way: 'in a tab without JavaScript', javascript: false },
  { way: 'in the store', javascript: true, embedding: 'loader' },
  { way: 'in the store without JavaScript', javascript: false, embedding: 'iframe' },
] as const;

const text = async (visit: Visit) => (await outcomeOf(visit).innerText()).replace(/\s+/g, ' ');
const pointsShown = ({ page }: Visit) => page.locator('.figure').innerText();

describe.each(WAYS)('$way, a member', (options) => {
  it('redeems a voucher, and is told its code', async () => {
    const member = await stage.backEnd.member(900);
    const visit = await stage.visit(member, options);
    await redeem(visit, 'Free delivery');
    const [claim] = await stage.backEnd.claimsOf(member);
    expect(await text(visit)).toContain('It’s yours: Free delivery');
    expect(await visit.page.locator('#code-new').innerText()).toBe(claim!.redeemable.code);
    expect(await pointsShown(visit)).toBe('650 points');
    const kept = cardOf(visit, 'wallet', 'Free delivery');
    expect(await kept.locator('code').innerText()).toBe(claim!.redeemable.code);
    const ledger = await stage.backEnd.ledgerOf(member);
    expect(ledger).toMatchObject({ points_approved: 650, points_spent: 350 });
    expect(ledger.entries.at(-1)).toEqual(['claimed_reward', -350, 0]);
  });

  it('chooses among the variants of a product, and gives it back unused', async () => {
    const member = await stage.backEnd.member(300);
    const visit = await stage.visit(member, options);
    const card = await beginRedeeming(visit, 'A tin of tea');
    expect(await card.getByRole('radio', { name: 'First flush' }).isDisabled()).toBe(true);
    await card.getByRole('radio', { name: 'Chamomile' }).check();
    await card.getByRole('button', { name: 'Redeem for 300 points' }).click();
    await outcomeOf(visit).waitFor();
    const kept = cardOf(visit, 'wallet', 'A tin of tea');
    expect(await kept.innerText()).toContain('Chamomile');
    expect(await pointsShown(visit)).toBe('100 points');

    await kept.locator('summary').click();
    await kept.getByRole('button', { name: 'Give back and get 300 points' }).click();
    await outcomeOf(visit).getByText('Given back: A tin of tea').waitFor();
    expect(await pointsShown(visit)).toBe('400 points');
    const ledger = await stage.backEnd.ledgerOf(member);
    expect(ledger).toMatchObject({ points_approved: 400, points_spent: 0 });
    expect(ledger.entries.slice(-2)).toEqual([
      ['claimed_reward', -300, 0],
      ['claimed_reward', 300, 0],
    ]);
    expect(await stage.backEnd.claimsOf(member)).toMatchObject([{ state: 'void' }]);
  });

  it('says how much off is wanted, and pays for just that', async () => {
    const member = await stage.backEnd.member(1_000);
    const visit = await stage.visit(member, options);
    const card = await beginRedeeming(visit, 'As much off as you like');
    await card.getByLabel(/How much off/).fill('7');
    await card.getByRole('button', { name: 'Redeem' }).click();
    await outcomeOf(visit).waitFor();
    expect(await stage.backEnd.ledgerOf(member)).toMatchObject({ points_approved: 400, points_spent: 700 });
  });

  it('is told the code of a gift card this once', async () => {
    const member = await stage.backEnd.member(2_400);
    const visit = await stage.visit(member, options);
    await redeem(visit, '$25 gift card');
    const code = await visit.page.locator('#code-new').innerText();
    expect(await text(visit)).toContain('only this once');
    await visit.page.goto(visit.page.url().replace(/&done=.*/, ''));
    expect(await visit.page.locator('main').innerText()).not.toContain(code);
    const kept = cardOf(visit, 'wallet', '$25 gift card');
    expect(await kept.innerText()).toContain(`Code ending in ${code.slice(-4)}`);
  });

  it('says to have done what the store asked for, as often as it may be done', async () => {
    const member = await stage.backEnd.member();
    const visit = await stage.visit(member, options);
    await doRule(visit, 'Come to a herb walk');
    expect(await text(visit)).toBe('You earned 120 points.');
    expect(await pointsShown(visit)).toBe('220 points');
    const card = cardOf(visit, 'earn', 'Come to a herb walk');
    expect(await card.innerText()).toContain('Again from February 1, 2026');
    expect(await card.getByRole('button').count()).toBe(0);
    await doRule(visit, 'Follow us');
    expect(await cardOf(visit, 'earn', 'Follow us').innerText()).toContain('Again tomorrow');
    expect(await stage.backEnd.ledgerOf(member)).toMatchObject({
      points_approved: 245,
      entries: [
        ['activity', 100, 0],
        ['activity', 120, 0],
        ['activity', 25, 0],
      ],
    });
  });

  it.each([
    ['Read the farm almanac', `${SHOP}/almanac`, 10],
    ['Like our page', `${NETWORK}/meadowandvine`, 15],
  ])('is led on by "%s", in a tab of its own', async (title, destination, points) => {
    const member = await stage.backEnd.member();
    const visit = await stage.visit(member, options);
    const opened = visit.context.waitForEvent('page');
    await doRule(visit, title);
    if (!options.javascript)
      await outcomeOf(visit)
        .getByRole('link', { name: /^Continue to/ })
        .click();
    const tab = await opened;
    await tab.waitForURL(destination);
    expect(stage.referrers.filter((from) => from.startsWith(LOYALTY))).toEqual([]);
    expect((await stage.backEnd.ledgerOf(member)).entries.at(-1)).toEqual(['activity', points, 0]);
  });

  it('tells when the birthday is, once', async () => {
    const member = await stage.backEnd.member();
    const visit = await stage.visit(member, options);
    await visit.page.getByLabel('Date of birth').fill('1990-03-08');
    await visit.page.getByRole('button', { name: 'Save' }).click();
    await outcomeOf(visit).waitFor();
    expect(await visit.page.locator('#birthday').innerText()).toContain(
      'We celebrate it with you on March 8.',
    );
    expect(await visit.page.getByLabel('Date of birth').count()).toBe(0);
    const { body } = await stage.app.get(`/v2/customers/${encodeURIComponent(member)}`);
    expect(body.customer.birthday).toBe('1990-03-08');
  });

  it('signs up for the letters', async () => {
    const member = await stage.backEnd.member();
    const visit = await stage.visit(member, options);
    await doRule(visit, 'Get our letters from the farm');
    expect(await pointsShown(visit)).toBe('150 points');
    expect((await stage.backEnd.ledgerOf(member)).entries.at(-1)).toEqual(['activity', 50, 0]);
  });

  it('is told kindly what cannot be done any more, and nothing happens', async () => {
    const member = await stage.backEnd.member(300);
    const visit = await stage.visit(member, options);
    await stage.backEnd.spend(member, 200);
    await redeem(visit, 'Free delivery');
    expect(await text(visit)).toBe('That did not work You do not have enough points for this yet.');
    expect(await pointsShown(visit)).toBe('200 points');
    expect(await cardOf(visit, 'rewards', 'Free delivery').innerText()).toContain('150 points to go');
    expect(await stage.backEnd.claimsOf(member)).toEqual([]);
    expect(await stage.backEnd.ledgerOf(member)).toMatchObject({ points_approved: 200, points_spent: 0 });
  });
});

describe.each(WAYS)('$way, somebody else', (options) => {
  it('is shown what there is, and where to go', async () => {
    const { page } = await stage.visit(null, options);
    expect(await page.getByRole('heading', { level: 3, name: 'Free delivery' }).count()).toBe(1);
    expect(await page.locator('form').count()).toBe(0);
    const leadsTo = (name: string) => page.getByRole('link', { name }).getAttribute('href');
    expect(await leadsTo('Join now')).toBe(`${SHOP}/account/new`);
    expect(await leadsTo('Sign in')).toBe(`${SHOP}/account`);
  });

  it('joins', async () => {
    const merchant_id = await stage.backEnd.guest();
    const visit = await stage.visit(merchant_id, options);
    await visit.page.getByRole('button', { name: 'Join now' }).click();
    await outcomeOf(visit).waitFor();
    expect(await text(visit)).toContain('Welcome to Meadow & Vine!');
    expect(await pointsShown(visit)).toBe('100 points');
    expect((await stage.backEnd.ledgerOf(merchant_id)).entries).toEqual([['activity', 100, 0]]);
  });
});

describe('with JavaScript', () => {
  it.each([undefined, 'loader'] as const)('copies a code, embedded by %s', async (embedding) => {
    const member = await stage.backEnd.member(300);
    const visit = await stage.visit(member, { ...(embedding && { embedding }) });
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await redeem(visit, 'Free delivery');
    const code = await visit.page.locator('#code-new').innerText();
    await outcomeOf(visit).getByRole('button', { name: 'Copy' }).click();
    await outcomeOf(visit).getByRole('button', { name: 'Copied' }).waitFor();
    expect(await visit.tab.evaluate(() => navigator.clipboard.readText())).toBe(code);
    await visit.page.locator('#live', { hasText: 'Copied' }).waitFor();
  });

  it("shares the link through the device's own sheet", async () => {
    const context = await stage.newContext();
    await context.addInitScript(() => {
      navigator.share = async (data) => {
        (window as { shared?: unknown }).shared = data;
      };
    });
    const visit = await stage.openAddress(context, await stage.backEnd.addressFor(CAST.ada));
    await visit.page.getByRole('button', { name: 'Share' }).click();
    const shared = await visit.page.waitForFunction(() => (window as { shared?: ShareData }).shared);
    const { url, text: words } = (await shared.jsonValue())!;
    expect(url).toMatch(/^https:\/\/loyalty\.example\/r\/[^/]+\/device_share$/);
    expect(words).toContain('Meadow & Vine');
  });

  it('has no button for a share sheet that the device lacks', async () => {
    const { page } = await stage.visit(CAST.ada);
    expect(await page.evaluate(() => 'share' in navigator)).toBe(false);
    expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0);
  });
});
