import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, it } from 'vitest';
import { chooseLanguage } from '../../src/domain/operations/choose-language.ts';
import type { Role } from '../../src/domain/operators/roles.ts';
import { createPartner, type Partner } from '../support/oauth.ts';
import { type Joined, joinedOperator, PASSWORD, sessionOf, signedInOperator } from '../support/operators.ts';
import { openConsole } from './support/console-visit.ts';
import { smallTargets } from './support/measures.ts';
import { LOYALTY, PARTNER, testStage, type Visit } from './support/stage.ts';
import { faultsAt } from './support/walk.ts';

const stage = testStage();
let partner: Partner;
let program_id: number;
let key: string;

beforeAll(async () => {
  ({ id: program_id, key } = await stage.app.program());
  partner = await createPartner(stage.app, { name: 'Mail tool' });
});

const member = (role: Role): Promise<Joined> => signedInOperator(stage.app.deps, { program_id, role });

/** The path to which the app sends a browser, and what the app keeps; `rest` differs from the usual. */
async function asked(rest?: Record<string, string>): Promise<{ path: string; verifier: string }> {
  const { query, verifier } = await partner.parameters(rest);
  return { path: `/oauth/authorize?${query}`, verifier };
}

/** Pages that operators see, with their paths and answers. */
const PAGES: Record<string, { path: () => Promise<string>; status: number; role?: Role; language?: string }> =
  {
    'the page of the server’s address': { path: async () => '/', status: 200 },
    'the approval page': { path: async () => (await asked()).path, status: 200 },
    'the approval page in German': { path: async () => (await asked()).path, status: 200, language: 'de' },
    'the approval page in Arabic': { path: async () => (await asked()).path, status: 200, language: 'ar' },
    'the approval page of a role that allows too little': {
      path: async () => (await asked()).path,
      status: 403,
      role: 'support',
    },
    'a request of no app that there is': {
      path: async () => (await asked({ client_id: 'nobody' })).path,
      status: 400,
    },
  };

it.each(Object.entries(PAGES))(
  '%s reads well in every window, light and dark',
  async (name, { path, status, role, language }) => {
    const joined = role ? await member(role) : await signedInOperator(stage.app.deps, 'admin');
    if (language) await chooseLanguage(stage.app.deps, joined, language);
    // The console's buttons are lower.
    const lowest = name === 'the page of the server’s address' ? 40 : 24;
    const also = async ({ page }: Visit) => [
      ...(await smallTargets(page)),
      ...(await page.locator('button').evaluateAll(lowerThan, lowest)),
    ];
    const walk = { joined, status, name: `operators ${name}`, also };
    expect(await faultsAt(stage, await path(), walk)).toEqual([]);
  },
);

describe('an app that sends an operator here', () => {
  it.each([true, false])('gets what it is approved for, with a script: %s', async (javascript) => {
    const { email } = await joinedOperator(stage.app.deps, { program_id, role: 'owner' });
    const context = await stage.newContext({ javascript });
    const tab = await context.newPage();
    const { path, verifier } = await asked();
    await tab.goto(LOYALTY + path);
    await tab.waitForURL(`${LOYALTY}/console/sign-in?**`);
    await tab.getByLabel('Email').fill(email);
    await tab.getByLabel('Password').fill(PASSWORD);
    await tab.keyboard.press('Enter');
    await tab.getByRole('heading', { name: 'Mail tool' }).waitFor();
    expect(await tab.locator('main').innerText()).toContain('you are then sent on to partner.example');
    await tab.getByRole('button', { name: 'Approve' }).click();
    await tab.waitForURL(`${PARTNER}/**`);
    const { as, client } = partner;
    const callback = oauth.validateAuthResponse(as, client, new URL(tab.url()), 'the state & more');
    const { access_token, scope } = await partner.redeem({ callback, verifier });
    expect(scope).toBe('read_customers write_orders');
    expect((await partner.call('/v2/transactions', access_token)).status).toBe(200);
    // The code opened it once.
    await expect(partner.redeem({ callback, verifier })).rejects.toThrow();
  });

  it('is told so when the operator denies', async () => {
    const { tab, page } = await openConsole(stage, await member('owner'), (await asked()).path);
    await page.getByRole('button', { name: 'Deny' }).click();
    await tab.waitForURL(`${PARTNER}/**`);
    expect(new URL(tab.url()).searchParams.get('error')).toBe('access_denied');
  });

  it('is approved by nobody whose role allows less', async () => {
    const { tab, page } = await openConsole(stage, await member('support'), (await asked()).path);
    expect(await page.getByRole('alert').innerText()).toMatch(
      /It lacks:.*See orders, and report orders and refunds\s+write_orders$/s,
    );
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Deny' }).click();
    await tab.waitForURL(`${PARTNER}/**`);
    expect(new URL(tab.url()).searchParams.get('error')).toBe('access_denied');
  });

  it('learns that it asked for too much, and nobody sees a form', async () => {
    const { tab } = await openConsole(
      stage,
      await member('owner'),
      (await asked({ scope: 'write_configuration' })).path,
    );
    await tab.waitForURL(`${PARTNER}/**`);
    expect(new URL(tab.url()).searchParams.get('error')).toBe('invalid_scope');
  });

  it.each([
    ['an address that is not the app’s', { redirect_uri: 'https://stranger.example/' }],
    ['an app that there is not', { client_id: 'nobody' }],
  ])('is sent nowhere with %s', async (_with, rest) => {
    const { tab, page } = await openConsole(stage, await member('owner'), (await asked(rest)).path);
    await page.getByRole('heading', { name: 'This request cannot be answered' }).waitFor();
    expect(new URL(tab.url()).origin).toBe(LOYALTY);
  });
});

describe('the sessions of a colleague', () => {
  it.each([true, false])('end from the team, one or all, with a script: %s', async (javascript) => {
    const { deps } = stage.app;
    const ann = await member('support');
    const place = `/console/p/${key}`;
    const hers = await openConsole(stage, ann, `${place}/customers`, { javascript });
    const { page } = await openConsole(stage, await member('owner'), `${place}/team/${ann.id}`, {
      javascript,
    });
    expect(await page.getByRole('button', { name: 'End all sessions' }).count()).toBe(0);
    await page.getByRole('button', { name: 'End the session in Test Browser 1.0' }).click();
    const question = page.getByRole('dialog', { name: 'End this session of ' });
    expect(await question.innerText()).toContain('Test Browser 1.0');
    await question.getByRole('button', { name: 'Leave it open' }).click();
    await hers.tab.reload();
    await hers.page.getByRole('heading', { name: 'Customers' }).waitFor();
    await page.getByRole('button', { name: 'End the session in Test Browser 1.0' }).click();
    await question.getByRole('button', { name: 'End the session', exact: true }).click();
    await page.getByText('Nowhere at the moment.').waitFor();
    await hers.page.getByRole('link', { name: 'Orders' }).click();
    await hers.tab.waitForURL(`${LOYALTY}/console/sign-in?**`);

    const both = [await sessionOf(deps, ann), await sessionOf(deps, ann)];
    const [first, second] = await Promise.all(
      both.map((session) => openConsole(stage, session, `${place}/customers`, { javascript })),
    );
    await page.goto(page.url());
    await page.getByRole('button', { name: 'End all sessions' }).click();
    const all = page.getByRole('dialog', { name: 'End 2 sessions of ' });
    await all.getByRole('button', { name: 'End all sessions' }).click();
    await page.getByText('Nowhere at the moment.').waitFor();
    for (const { tab, page: other } of [first!, second!]) {
      await other.getByRole('link', { name: 'Orders' }).click();
      await tab.waitForURL(`${LOYALTY}/console/sign-in?**`);
    }
  });
});

/** Runs in the page. */
function lowerThan(elements: Element[], height: number): string[] {
  return elements
    .filter((element) => element.getBoundingClientRect().height < height)
    .map(({ outerHTML }) => `lower than ${height}: ${outerHTML.slice(0, 120)}`);
}
