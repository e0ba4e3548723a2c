import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { openIdentityProvider, type TestProvider } from '../support/identity-provider.ts';
import { launchBrowser } from './support/browser.ts';
import { proxyTo } from './support/front.ts';
import { lookAt } from './support/look-at.ts';

const MINUTE = 60_000;
let test: TestApp;
let provider: TestProvider;
let browser: Browser;
let base: string;

/** The server behind a proxy that gives it a path, as an operator reaches it from this machine. */
const front = createServer((request, response) => {
  request.url = request.url!.replace(/^\/loyalty/, '') || '/';
  proxyTo(() => test.url)(request, response);
});

beforeAll(async () => {
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const publicUrl = `http://localhost:${(front.address() as AddressInfo).port}/loyalty`;
  base = `${publicUrl}/console`;
  provider = await openIdentityProvider(`${base}/sign-in/provider/answer`, [
    { group: 'admins', role: 'admin', program: null },
  ]);
  provider.people.set('ada', { email: 'ada@team.example', name: 'Ada <i>Admin</i>', groups: ['admins'] });
  test = await buildTestApp({ publicUrl, database: { patient: true }, app: { sign_on: provider.settings } });
  test.clock.advance(Date.now() - test.clock.real());
  browser = await launchBrowser(inject('chromium'));
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await test?.close();
  await provider?.close();
  front.closeAllConnections();
  front.close();
});

it.each([true, false])(
  'an operator signs in at the provider, and proves there who it is, with scripts: %s',
  async (javascript) => {
    const context = await browser.newContext({
      javaScriptEnabled: javascript,
      viewport: { width: 1440, height: 900 },
    });
    const tab = await context.newPage();
    const seen = { context, tab, page: tab.mainFrame(), javascript };
    await tab.goto(`${base}/account?from=here`);
    await tab.getByRole('link', { name: 'Sign in with Acme' }).waitFor();
    if (javascript) await lookAt(seen, 'sign-in-with-provider');
    await tab.getByRole('link', { name: 'Sign in with Acme' }).click();
    await tab.getByRole('button', { name: 'I am ada@team.example' }).click();
    await tab.waitForURL(`${base}/account?from=here`);
    await tab.getByText('Ada <i>Admin</i> · ada@team.example').waitFor();
    if (javascript) await lookAt(seen, 'account-with-provider');

    const { real } = test.clock;
    test.clock.real = () => real.call(test.clock) + 16 * MINUTE;
    await tab.getByRole('link', { name: 'Choose one' }).click();
    await tab.getByRole('link', { name: 'Use Acme' }).waitFor();
    test.clock.real = real;
    if (javascript) await lookAt(seen, 'confirm-with-provider');
    await tab.getByRole('link', { name: 'Use Acme' }).click();
    await tab.getByRole('button', { name: 'I am ada@team.example' }).click();
    await tab.waitForURL(`${base}/account/password`);
    await tab.goto(`${base}/account`);
    await tab.getByRole('button', { name: 'Sign out', exact: true }).last().click();
    await tab.waitForURL(`${base}/sign-in`);

    await tab.getByRole('link', { name: 'Sign in with Acme' }).click();
    // The provider remembers: whoever only signs in is not asked again.
    await tab.waitForURL((url) => url.pathname.startsWith('/loyalty/console/p/'));
    await context.close();
  },
  180_000,
);

it('a provider that is down is said at the sign-in', async () => {
  await provider.close();
  const context = await browser.newContext();
  const tab = await context.newPage();
  test.clock.advance(11 * MINUTE);
  await tab.goto(`${base}/sign-in`);
  await tab.getByRole('link', { name: 'Sign in with Acme' }).click();
  await tab.getByText('Acme does not answer as it should.').waitFor();
  await tab.getByLabel('Email').waitFor();
  await context.close();
});
