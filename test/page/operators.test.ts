import { expect, it } from 'vitest';
import { createPartner } from '../support/oauth.ts';
import { signedInOperator } from '../support/operators.ts';
import { smallTargets } from './support/measures.ts';
import { testStage, type Visit } from './support/stage.ts';
import { faultsAt } from './support/walk.ts';

const stage = testStage();

/** Pages that operators see, and their paths. */
const PAGES: Record<string, () => Promise<string>> = {
  'the page of the server’s address': async () => '/',
  'the consent page': async () => {
    const { query } = await (await createPartner(stage.app)).parameters();
    return `/oauth/authorize?${query}`;
  },
};

it.each(Object.entries(PAGES))(
  '%s reads well in windows of 390 and 1440, light and dark',
  async (name, addressOf) => {
    const joined = await signedInOperator(stage.app.deps, 'admin');
    // The console's buttons are lower.
    const lowest = name === 'the consent page' ? 24 : 40;
    const also = async ({ page }: Visit) => [
      ...(await smallTargets(page)),
      ...(await page.locator('button').evaluateAll(lowerThan, lowest)),
    ];
    const walk = { joined, widths: [390, 1440], name: `operators ${name.split(' ')[1]}`, also };
    expect(await faultsAt(stage, await addressOf(), walk)).toEqual([]);
  },
);

/** Runs in the page. */
function lowerThan(elements: Element[], height: number): string[] {
  return elements
    .filter((element) => element.getBoundingClientRect().height < height)
    .map(({ outerHTML }) => `lower than ${height}: ${outerHTML.slice(0, 120)}`);
}
