import { describe, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { CAST } from './support/cast.ts';
import { overflowing, smallTargets } from './support/measures.ts';
import { takePicture } from './support/pictures.ts';
import { COOKIELESS, LOYALTY, testStage, type Visit, type VisitOptions } from './support/stage.ts';

const stage = testStage();
const MINUTE = 60_000;

type State = (options: VisitOptions) => Promise<Visit>;

/** Languages differ, so parts are found by what they are and not by what they say. */
const rewardOf = ({ page }: Visit, kind: string) =>
  page.locator('#rewards li').filter({ has: page.locator(`[name=${kind}]`) });

async function withRewardOpen(options: VisitOptions, kind: string): Promise<Visit> {
  const visit = await stage.visit(CAST.ada, options);
  await rewardOf(visit, kind).first().locator('summary').click();
  return visit;
}

/** Presses the button of what is open. */
async function press(visit: Visit): Promise<Visit> {
  await visit.page.locator('details[open].act button[type=submit]').click();
  await visit.page.locator('#outcome').waitFor();
  return visit;
}

async function memberWith(points: number, options: VisitOptions): Promise<Visit> {
  return stage.visit(await stage.backEnd.member(points), options);
}

const STATES: Record<string, State> = {
  newcomer: (options) => stage.visit(CAST.newcomer, options),
  'not enrolled': (options) => stage.visit(CAST.not_enrolled, options),
  blocked: (options) => stage.visit(CAST.blocked, options),
  'asked to confirm': (options) => withRewardOpen(options, 'nonce'),
  'asked for a variant': (options) => withRewardOpen(options, 'variant_id'),
  'asked how much': (options) => withRewardOpen(options, 'discount_amount'),
  'with a code': async (options) => press(await withRewardOpen(options, 'nonce')),
  'with a product': async (options) => press(await withRewardOpen(options, 'variant_id')),
  'with everything open': async (options) => {
    const visit = await stage.visit(CAST.ada, options);
    for (const summary of await visit.page.locator('details.more > summary').all()) await summary.click();
    return visit;
  },
  'about to give back': async (options) => {
    const visit = await press(await withRewardOpen(options, 'variant_id'));
    await visit.page.locator('#wallet summary.button').first().click();
    return visit;
  },
  'given back': async (options) => {
    const visit = await press(await withRewardOpen(options, 'variant_id'));
    await visit.page.locator('#wallet summary.button').first().click();
    await visit.page.locator('details[open].act button[type=submit]').click();
    await visit.page.locator('#wallet #outcome').waitFor();
    return visit;
  },
  'with points earned': async (options) => {
    const visit = await memberWith(0, options);
    await visit.page.locator('#earn form:not([data-opens]) button').first().click();
    await visit.page.locator('#outcome').waitFor();
    return visit;
  },
  'with a birthday': async (options) => {
    const visit = await memberWith(0, options);
    await visit.page.locator('[name=birthday]').fill('1990-03-08');
    await visit.page.locator('#birthday [type=submit]').click();
    await visit.page.locator('#outcome').waitFor();
    return visit;
  },
  refused: async (options) => {
    const merchant_id = await stage.backEnd.member(5_000);
    const visit = await stage.visit(merchant_id, options);
    await rewardOf(visit, 'nonce').first().locator('summary').click();
    await stage.backEnd.spend(merchant_id, 5_100);
    return press(visit);
  },
  joined: async (options) => {
    const visit = await stage.visit(await stage.backEnd.guest(), options);
    await visit.page.locator('.hero button').click();
    await visit.page.locator('#outcome').waitFor();
    return visit;
  },
  expired: async (options) => {
    const visit = await stage.visit(CAST.newcomer, options);
    stage.app.clock.advance(15 * MINUTE);
    await visit.tab.reload();
    return visit;
  },
  closed: async (options) => {
    const address = (await stage.backEnd.addressFor(CAST.newcomer, options)).replace(LOYALTY, COOKIELESS);
    return stage.openAddress(await stage.newContext(options), address, options);
  },
  'of another session': async (options) => {
    const visit = await withRewardOpen(options, 'nonce');
    await stage.openAddress(visit.context, await stage.backEnd.addressFor(CAST.newcomer, options), options);
    await visit.page.locator('details[open].act button[type=submit]').click();
    await visit.page.locator('main.message').waitFor();
    return visit;
  },
  unknown: async (options) =>
    stage.openAddress(await stage.newContext(options), `${LOYALTY}/page/none`, options),
};

const LANGUAGES = [
  {
    language: 'en',
    looks: [
      { width: 320, colours: 'light' },
      { width: 1280, colours: 'dark' },
    ],
  },
  {
    language: 'ar',
    looks: [
      { width: 320, colours: 'dark' },
      { width: 1280, colours: 'light' },
    ],
  },
] as const;

describe.each(LANGUAGES)('in $language, the page', ({ language, looks }) => {
  it.each(Object.keys(STATES))('is for everybody: %s', async (state) => {
    const visit = await STATES[state]!({ language });
    for (const { width, colours } of looks) {
      await visit.tab.setViewportSize({ width, height: 900 });
      await visit.tab.emulateMedia({ colorScheme: colours, reducedMotion: 'reduce' });
      await takePicture(visit, state, language, String(width), colours);
      expect.soft(await axeViolations(visit), `${width} ${colours}`).toEqual([]);
      expect.soft(await overflowing(visit.page), `${width} ${colours}`).toEqual([]);
      expect.soft(await smallTargets(visit.page), `${width} ${colours}`).toEqual([]);
    }
  });
});

describe('what customers and stores type', () => {
  const HOSTILE = `<img src=x onerror="alert(1)">'"--></style><script>alert(2)</script>\u202e`;

  it('is shown as it was typed, and does nothing', async () => {
    const member = await stage.backEnd.member(500);
    await stage.backEnd.patch(member, { first_name: HOSTILE });
    const { page } = await stage.visit(member);
    expect(await page.locator('.masthead').innerText()).toContain(HOSTILE);
    expect(await page.locator('img[onerror]').count()).toBe(0);
    expect(await page.locator('main script').count()).toBe(0);
  });
});
