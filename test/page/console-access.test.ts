import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeFirstAdminLink } from '../../src/domain/operations/join-operator.ts';
import { totpCode } from '../../src/domain/operators/totp.ts';
import { PASSWORD, tokenOf } from '../support/operators.ts';
import { lookAt } from './support/look-at.ts';
import { LOYALTY, testStage, type Visit } from './support/stage.ts';

const stage = testStage();
const EMAIL = 'ada@team.example';

async function visit(javascript: boolean): Promise<Visit> {
  const context = await stage.newContext({ width: 1440, javascript });
  const tab = await context.newPage();
  return { context, tab, page: tab.mainFrame(), javascript };
}

/** What the browser or a password manager fills in, by field: nobody has to remember or copy it (WCAG 2.2, 3.3.8). */
async function autocompletes(tab: Page): Promise<Record<string, string | null>> {
  const fields = await tab
    .locator('main input:not([type=hidden])')
    .evaluateAll((all) =>
      all.map((one) => [one.getAttribute('name')!, one.getAttribute('autocomplete')] as const),
    );
  return Object.fromEntries(fields);
}

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('the first admin, %s', (_with, javascript) => {
  it('comes by the link, looks after its account, signs out and in again', async () => {
    const { app } = stage;
    await app.deps.db.deleteFrom('operators').execute();
    const seen = await visit(javascript);
    const { tab } = seen;
    const at = () => new URL(tab.url()).pathname;
    const link = tokenOf((await makeFirstAdminLink(app.deps))!);
    await tab.goto(`${LOYALTY}/console/join?link=${link}`);
    if (javascript) await lookAt(seen, 'join');
    await tab.getByLabel('Email').fill(EMAIL);
    await tab.getByLabel('Name').fill('Ada Lovelace');
    await tab.getByLabel('Password').fill(PASSWORD);
    await tab.getByRole('button', { name: 'Join' }).click();
    await tab.waitForURL((url) => !url.pathname.endsWith('/join'));

    await tab.goto(`${LOYALTY}/console/account`);
    expect(await tab.getByText('You are an admin of this server').isVisible()).toBe(true);
    if (javascript) await lookAt(seen, 'account');
    await tab.getByRole('link', { name: 'Turn on' }).click();
    await tab.locator('.secret').waitFor();
    await tab.waitForLoadState();
    if (javascript) await lookAt(seen, 'second-factor');
    const secret = (await tab.locator('.secret').innerText()).replaceAll(' ', '');
    const code = () => totpCode(secret, Math.floor(app.clock.real() / 30_000));
    await tab.getByLabel('The code that the app shows').fill(code());
    await tab.getByRole('button', { name: 'Turn on' }).click();
    await tab.getByText('Where you are signed in').first().waitFor();

    await tab.getByRole('button', { name: 'Sign out', exact: true }).click();
    await tab.waitForURL(`${LOYALTY}/console/sign-in`);
    await tab.goto(`${LOYALTY}/console/account`);
    expect(at()).toBe('/console/sign-in');
    if (javascript) await lookAt(seen, 'sign-in');
    expect(await autocompletes(tab)).toEqual({ email: 'username', password: 'current-password' });
    await tab.getByLabel('Email').fill(EMAIL);
    await tab.getByLabel('Password').fill('not the password');
    await tab.keyboard.press('Enter');
    await tab.getByRole('alert').waitFor();
    // Nothing that was said has to be said again but the password.
    expect(await tab.getByLabel('Email').inputValue()).toBe(EMAIL);
    if (javascript) await lookAt(seen, 'sign-in-refused');
    await tab.getByLabel('Password').fill(PASSWORD);
    await tab.keyboard.press('Enter');
    await tab.getByLabel('The code that your app shows').waitFor();
    if (javascript) await lookAt(seen, 'code');
    expect(await autocompletes(tab)).toEqual({ code: 'one-time-code' });
    app.clock.advance(60_000);
    await tab.getByLabel('The code that your app shows').fill(code());
    await tab.keyboard.press('Enter');
    await tab.waitForURL(`${LOYALTY}/console/account`);
    await tab.goto(`${LOYALTY}/console/confirm`);
    if (javascript) await lookAt(seen, 'confirm');
    await tab.goto(`${LOYALTY}/console/join?link=${link}`);
    expect(await tab.getByText('This link was used, or has expired').isVisible()).toBe(true);
    // Thirty looks at screens: each takes its time on a busy machine.
  }, 180_000);
});
