import type { Locator } from 'playwright-core';
import type { Visit } from './stage.ts';

/** The card of the reward, rule or claim of that title, within one of the page's sections. */
export function cardOf({ page }: Visit, section: 'rewards' | 'wallet' | 'earn', title: string): Locator {
  const heading = page.getByRole('heading', { level: 3, name: title, exact: true });
  return page.locator(`#${section} li`).filter({ has: heading });
}

/** Goes to that section by the page's menu. In a narrow window it is a tab. */
export async function openTab({ page }: Visit, section: string): Promise<void> {
  await page.locator(`.menu [href="#${section}"]`).click();
}

/** The outcome of the last action in the page's words. */
export function outcomeOf({ page }: Visit): Locator {
  return page.locator('#outcome');
}

/** Opens what redeeming that reward asks for. */
export async function beginRedeeming(visit: Visit, title: string): Promise<Locator> {
  const card = cardOf(visit, 'rewards', title);
  await card.locator('summary').click();
  return card;
}

/** Redeems a reward that leaves no choice, up to what its card then says. */
export async function redeem(visit: Visit, title: string): Promise<void> {
  const card = await beginRedeeming(visit, title);
  await card.getByRole('button', { name: /^Redeem/ }).click();
  await card.locator('#outcome').waitFor();
}

/** Presses the button of the rule of that title, up to what its card then says. */
export async function doRule(visit: Visit, title: string): Promise<void> {
  const card = cardOf(visit, 'earn', title);
  await card.getByRole('button').click();
  await card.locator('#outcome').waitFor();
}
