import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { beginRedeeming, cardOf, outcomeOf, redeem } from './support/parts.ts';
import { LOYALTY, SHOP, testStage, type Visit } from './support/stage.ts';

const stage = testStage();

describe.each([{ javascript: true }, { javascript: false }])(
  'what is done, JavaScript $javascript,',
  (options) => {
    it('is done once by a double click', async () => {
      const member = await stage.backEnd.member(900);
      const visit = await stage.visit(member, options);
      const card = await beginRedeeming(visit, 'Free delivery');
      await card.getByRole('button', { name: /^Redeem/ }).dblclick();
      await outcomeOf(visit).getByText('It’s yours: Free delivery').waitFor();
      expect(await stage.backEnd.claimsOf(member)).toHaveLength(1);
      expect(await stage.backEnd.ledgerOf(member)).toMatchObject({ points_approved: 650, points_spent: 350 });
    });

    it('is done once, however often the page is loaded again', async () => {
      const member = await stage.backEnd.member(900);
      const visit = await stage.visit(member, options);
      await redeem(visit, 'Free delivery');
      await visit.tab.reload();
      await visit.tab.reload();
      expect(await visit.page.locator('.figure').innerText()).toBe('650 points');
      expect(await stage.backEnd.claimsOf(member)).toHaveLength(1);
    });

    it('is done again by whoever goes back and asks again', async () => {
      const member = await stage.backEnd.member(900);
      const visit = await stage.visit(member, options);
      await redeem(visit, 'Free delivery');
      await visit.tab.goto(LOYALTY + new URL(visit.tab.url()).pathname + new URL(visit.tab.url()).search);
      await redeem(visit, 'Free delivery');
      expect(await stage.backEnd.claimsOf(member)).toHaveLength(2);
      expect(await stage.backEnd.ledgerOf(member)).toMatchObject({ points_approved: 300, points_spent: 700 });
    });
  },
);

/** Sends the form of the reward's card so many times at once, past the script that would not. */
function sendAtOnce(page: Frame, form: string, times: number): Promise<number[]> {
  return page.evaluate(
    async ({ form, times }) => {
      const element = document.querySelector<HTMLFormElement>(form)!;
      const body = new URLSearchParams([...new FormData(element)] as [string, string][]);
      const send = () => fetch(element.action, { method: 'POST', body });
      const answers = await Promise.all(Array.from({ length: times }, send));
      return answers.map(({ status }) => status);
    },
    { form, times },
  );
}

describe('a form', () => {
  it('acts once, however often and at once it is sent', async () => {
    const member = await stage.backEnd.member(2_000);
    const visit = await stage.visit(member);
    const card = cardOf(visit, 'rewards', 'Free delivery');
    const action = (await card.locator('form').getAttribute('action'))!;
    expect(await sendAtOnce(visit.page, `form[action="${action}"]`, 6)).toEqual(Array(6).fill(200));
    expect(await stage.backEnd.claimsOf(member)).toHaveLength(1);
    expect(await stage.backEnd.ledgerOf(member)).toMatchObject({ points_spent: 350 });
  });

  it('that has no connection says so where it stands, and acts once when there is one', async () => {
    const member = await stage.backEnd.member(900);
    const visit = await stage.visit(member);
    const card = await beginRedeeming(visit, 'Free delivery');
    const [confirm, unsent] = [card.getByRole('button', { name: /^Redeem/ }), card.locator('.complaint')];
    await visit.context.setOffline(true);
    for (const _ of ['once', 'again']) {
      await confirm.click();
      await unsent.getByText('This could not be sent.').waitFor();
      await card.locator('form:not([aria-busy=true])').waitFor();
    }
    expect(await unsent.count()).toBe(1);
    expect(await visit.page.locator('#live').innerText()).toBe(await unsent.innerText());
    await visit.context.setOffline(false);
    await confirm.click();
    await outcomeOf(visit).getByText('It’s yours: Free delivery').waitFor();
    expect(await stage.backEnd.claimsOf(member)).toHaveLength(1);
    const { misconduct } = stage;
    expect(misconduct.splice(0).filter((line) => !line.includes('net::ERR_INTERNET_DISCONNECTED'))).toEqual(
      [],
    );
  });

  it('stays where nobody answers a browser that is online, and the page comes anew by itself after that', async () => {
    const member = await stage.backEnd.member(900);
    const visit = await stage.visit(member);
    await visit.tab.clock.install();
    const card = await beginRedeeming(visit, 'Free delivery');
    const confirm = card.getByRole('button', { name: /^Redeem/ });
    await visit.context.route(`${LOYALTY}/**`, (route) => route.abort('connectionrefused'));
    await confirm.click();
    await card.getByText('This could not be sent.').waitFor();
    await card.locator('form:not([aria-busy=true])').waitFor();
    await comeBackInVain(visit);
    await visit.context.unroute(`${LOYALTY}/**`);
    await visit.page.evaluate(() => document.querySelector('main')!.classList.add('of-before'));
    await visit.tab.clock.runFor(11_000);
    await visit.page.locator('main:not(.of-before)').waitFor();
    const again = await beginRedeeming(visit, 'Free delivery');
    await again.getByRole('button', { name: /^Redeem/ }).click();
    await outcomeOf(visit).getByText('It’s yours: Free delivery').waitFor();
    expect(await stage.backEnd.claimsOf(member)).toHaveLength(1);
    const { misconduct } = stage;
    expect(misconduct.splice(0).filter((line) => !line.includes('net::ERR_CONNECTION_REFUSED'))).toEqual([]);
  });

  it('shows its outcome for as long as it is read, also on a page that was to be loaded anew', async () => {
    const visit = await stage.visit(await stage.backEnd.member(900));
    await visit.tab.clock.install();
    await visit.context.route(`${LOYALTY}/**`, (route) => route.abort('connectionrefused'));
    await comeBackInVain(visit);
    await visit.context.unroute(`${LOYALTY}/**`);
    await redeem(visit, 'Free delivery');
    const asked: string[] = [];
    visit.tab.on('request', (request) => asked.push(new URL(request.url()).search));
    await visit.tab.clock.runFor(300_000);
    await visit.page.evaluate(() => fetch('?last').then((answer) => answer.text()));
    expect(asked).toEqual(['?last']);
    await outcomeOf(visit).getByText('It’s yours: Free delivery').waitFor();
    const { misconduct } = stage;
    expect(misconduct.splice(0).filter((line) => !line.includes('net::ERR_CONNECTION_REFUSED'))).toEqual([]);
  });

  it('acts once also where something on the way answers for the server first', async () => {
    const member = await stage.backEnd.member(900);
    const visit = await stage.visit(member);
    const card = await beginRedeeming(visit, 'Free delivery');
    const action = await card.locator('form').getAttribute('action');
    const away = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };
    await visit.context.route(LOYALTY + action, (route) => route.fulfill(away), { times: 1 });
    await card.getByRole('button', { name: /^Redeem/ }).click();
    await outcomeOf(visit).getByText('It’s yours: Free delivery').waitFor();
    expect(await stage.backEnd.claimsOf(member)).toHaveLength(1);
    expect(stage.misconduct.splice(0).filter((line) => !line.includes('502'))).toEqual([]);
  });

  it('of one customer does nothing once another is shown in the same browser', async () => {
    const [one, other] = [await stage.backEnd.member(900), await stage.backEnd.member(900)];
    const visit = await stage.visit(one);
    await stage.openAddress(visit.context, await stage.backEnd.addressFor(other));
    const card = await beginRedeeming(visit, 'Free delivery');
    await card.getByRole('button', { name: /^Redeem/ }).click();
    await visit.page.getByRole('heading', { name: 'Another page has been opened since' }).waitFor();
    expect(await stage.backEnd.claimsOf(one)).toEqual([]);
    expect(await stage.backEnd.claimsOf(other)).toEqual([]);
  });

  it('of another site does nothing, although the browser brings the cookie', async () => {
    const member = await stage.backEnd.member(900);
    const visit = await stage.visit(member);
    const action = await cardOf(visit, 'rewards', 'Free delivery').locator('form').getAttribute('action');
    const attacker = await visit.context.newPage();
    await attacker.goto(SHOP);
    await attacker.evaluate((target) => {
      const form = document.body.appendChild(document.createElement('form'));
      Object.assign(form, { method: 'post', action: target });
      const nonce = form.appendChild(document.createElement('input'));
      Object.assign(nonce, { name: 'nonce', value: 'a'.repeat(22) });
      form.submit();
    }, LOYALTY + action);
    await attacker.waitForURL(`${LOYALTY}/**`);
    expect(await attacker.locator('h1').count()).toBe(1);
    expect(await stage.backEnd.claimsOf(member)).toEqual([]);
  });
});

/** The browser shows the page that it kept, and the server does not answer. */
async function comeBackInVain({ tab }: Visit): Promise<void> {
  const refused = tab.waitForEvent('requestfailed');
  await tab.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await refused;
}
