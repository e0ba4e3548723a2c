import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { signedInOperator } from '../support/operators.ts';
import { cookieFor } from './support/console-cookie.ts';
import { lookAt } from './support/look-at.ts';
import { LOYALTY, testStage, type Visit } from './support/stage.ts';

const stage = testStage();

/** A browser of an operator, whose machine has an authenticator that knows its user. */
async function open(javascript = true): Promise<Visit> {
  const context = await stage.newContext({ width: 1440, javascript });
  await context.addCookies([cookieFor(await signedInOperator(stage.app.deps, 'admin'))]);
  const tab = await context.newPage();
  const browser = await context.newCDPSession(tab);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { context, tab, page: tab.mainFrame(), javascript };
}

/** Removes the only passkey, and says so twice. */
async function removePasskey(tab: Page): Promise<void> {
  await tab.getByRole('button', { name: 'Remove the passkey' }).click();
  await tab.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
}

it('an operator adds a passkey, signs in by it alone, proves who it is by it, and removes it', async () => {
  const seen = await open();
  const { tab } = seen;
  await tab.goto(`${LOYALTY}/console/account`);
  await tab.getByRole('link', { name: 'Add a passkey' }).click();
  await tab.getByRole('button', { name: 'Go on' }).waitFor();
  await lookAt(seen, 'passkey');
  await tab.getByLabel('Name').fill('My <b>laptop</b>');
  await tab.getByRole('button', { name: 'Go on' }).click();
  await tab.waitForURL(`${LOYALTY}/console/account`);
  await tab.getByText('My <b>laptop</b>').first().waitFor();
  await lookAt(seen, 'account-with-passkey');

  await tab.getByRole('button', { name: 'Sign out', exact: true }).click();
  await tab.waitForURL(`${LOYALTY}/console/sign-in`);
  await tab.goto(`${LOYALTY}/console/account`);
  await tab.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await lookAt(seen, 'sign-in-with-passkey');
  await tab.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await tab.waitForURL(`${LOYALTY}/console/account`);

  stage.app.clock.advance(15 * 60_000);
  await removePasskey(tab);
  await tab.waitForURL((url) => url.pathname === '/console/confirm');
  await tab.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await lookAt(seen, 'confirm-with-passkey');
  await tab.getByRole('button', { name: 'Use a passkey' }).click();
  await tab.waitForURL((url) => url.pathname !== '/console/confirm');
  await tab.goto(`${LOYALTY}/console/account`);
  await removePasskey(tab);
  await tab.getByText('Passkeys', { exact: true }).waitFor();

  await tab.getByRole('button', { name: 'Sign out', exact: true }).click();
  await tab.waitForURL(`${LOYALTY}/console/sign-in`);
  await tab.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await tab.getByText('This passkey is not known here').waitFor();
  // Screens are looked at one by one, each in four ways.
}, 180_000);

it('a browser without scripts is told what passkeys need, and signs in by password', async () => {
  const { tab } = await open(false);
  await tab.goto(`${LOYALTY}/console/account/passkey`);
  expect(await tab.getByText('This browser cannot use passkeys here').isVisible()).toBe(true);
  expect(await tab.getByRole('button', { name: 'Go on' }).isVisible()).toBe(false);
  await tab.context().clearCookies();
  await tab.goto(`${LOYALTY}/console/sign-in`);
  expect(await tab.getByRole('button', { name: 'Sign in with a passkey' }).isVisible()).toBe(false);
  expect(await tab.getByRole('button', { name: 'Sign in', exact: true }).isVisible()).toBe(true);
});
