import { describe, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { CAST, type Person } from './support/cast.ts';
import {
  beyondCards,
  brokenWords,
  hiddenTabs,
  layoutShift,
  overflowing,
  smallTargets,
} from './support/measures.ts';
import { beginRedeeming, cardOf, doRule, openTab, redeem } from './support/parts.ts';
import { takePicture } from './support/pictures.ts';
import { testStage, type Visit } from './support/stage.ts';
import { wcagFaults } from './support/wcag.ts';

const stage = testStage();

const PEOPLE: Person[] = ['guest', 'ada'];
const WAYS = [
  { way: 'in a tab', javascript: true },
  { way: 'in a tab without JavaScript', javascript: false },
  { way: 'in the store', javascript: true, embedding: 'loader' },
  { way: 'in the store without JavaScript', javascript: false, embedding: 'iframe' },
] as const;
const LOOKS = [320, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colours) => ({ width, colours })),
);

/** The ids of the sections below the menu that can be seen. */
function sectionsShown({ page }: Visit): Promise<string[]> {
  return page
    .locator('.panes section')
    .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map(({ id }) => id));
}

/** Both directions every way, and the other languages the usual way. */
const cases = PEOPLE.flatMap((person) => [
  ...['en', 'ar'].flatMap((language) => WAYS.map((way) => ({ person, language, ...way }))),
  ...['de', 'es', 'fr', 'ja'].map((language) => ({ person, language, ...WAYS[0] })),
]);

describe('the page, narrow and wide, light and dark', () => {
  it.each(cases)(
    'stands still while it loads, and is for everybody: of $person, in $language, $way',
    async ({ person, way, ...options }) => {
      const visit = await stage.visit(CAST[person], { ...options, width: 320 });
      const { tab, page } = visit;
      if (options.javascript) expect(await layoutShift(page)).toBe(0);
      expect(await page.locator('html').getAttribute('dir')).toBe(options.language === 'ar' ? 'rtl' : 'ltr');
      expect(await page.locator('#rewards li').count()).toBeGreaterThan(10);
      expect(await page.locator('.figure').count()).toBe(person === 'ada' ? 1 : 0);
      for (const { width, colours } of LOOKS) {
        await tab.setViewportSize({ width, height: 900 });
        await tab.emulateMedia({ colorScheme: colours, reducedMotion: 'reduce' });
        // Without JavaScript it looks the same.
        if (options.javascript)
          await takePicture(visit, person, options.language, way, String(width), colours);
        expect.soft(await axeViolations(visit), `${width} ${colours}`).toEqual([]);
        expect.soft(await overflowing(page), `${width} ${colours}`).toEqual([]);
        expect.soft(await smallTargets(page), `${width} ${colours}`).toEqual([]);
      }
    },
  );

  it.each([true, false])('has tabs where it is narrow, JavaScript %s', async (javascript) => {
    const visit = await stage.visit(CAST.ada, { javascript, width: 320 });
    const { page } = visit;
    const shown = () => sectionsShown(visit);
    const marked = () =>
      page
        .locator('.menu a')
        .evaluateAll((all) =>
          all
            .filter((one) => getComputedStyle(one).boxShadow !== 'none')
            .map((one) => one.getAttribute('href')),
        );
    expect(await shown()).toEqual(['rewards']);
    expect(await marked()).toEqual(['#rewards']);
    for (const [tab, ...beside] of [['earn', 'birthday'], ['wallet'], ['refer'], ['history'], ['tiers']]) {
      await openTab(visit, tab!);
      expect(await shown()).toEqual([tab, ...beside]);
      expect(await marked()).toEqual([`#${tab}`]);
      expect.soft(await axeViolations(visit), tab).toEqual([]);
      expect.soft(await overflowing(page), tab).toEqual([]);
      expect.soft(await smallTargets(page), tab).toEqual([]);
    }
    // A way to earn leads to it.
    await page.goto(page.url().replace(/#.*/, '#birthday'));
    expect([await shown(), await marked()]).toEqual([['birthday'], ['#earn']]);
    await visit.tab.setViewportSize({ width: 1024, height: 900 });
    expect(await shown()).toEqual(['rewards', 'earn', 'wallet', 'refer', 'birthday', 'history', 'tiers']);
  });

  it.each([true, false])('keeps a tab whole after an action in it, JavaScript %s', async (javascript) => {
    const visit = await stage.visit(await stage.backEnd.member(), { javascript, width: 320 });
    await openTab(visit, 'earn');
    await doRule(visit, 'Come to a herb walk');
    expect(await sectionsShown(visit)).toEqual(['earn', 'birthday']);
  });

  it.each([
    ...['rewards', 'earn', 'wallet', 'refer', 'history', 'tiers'].map((tab) => [CAST.ada, tab] as const),
    ...['rewards', 'earn', 'tiers'].map((tab) => [CAST.guest, tab] as const),
  ])('bears large and spaced text, and hides no focus: of %s, in the tab %s', async (person, tab) => {
    const visit = await stage.visit(person, { width: 320 });
    await openTab(visit, tab);
    expect(await wcagFaults(visit)).toEqual([]);
  });

  it('has room on a phone for each tab, and for long words and codes in one piece', async () => {
    const german = { language: 'de', width: 390 };
    const visit = await stage.visit(CAST.ada, german);
    expect(await hiddenTabs(visit.page)).toBe(0);
    for (const tab of ['rewards', 'earn', 'wallet', 'refer', 'history', 'tiers']) {
      await openTab(visit, tab);
      expect.soft(await brokenWords(visit.page), tab).toEqual([]);
    }
    // The last tab has the tiers, and what they bring.
    await visit.page.evaluate(() => {
      for (const words of document.querySelectorAll('.tier-name, .tiers .benefits span'))
        words.textContent = 'Sommerkräuter'.repeat(6);
    });
    expect(await overflowing(visit.page)).toEqual([]);
    const guest = await stage.visit(CAST.guest, german);
    const ways = guest.page.locator('.welcome .button');
    const tops = await ways.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops).toEqual([tops[0], tops[0]]);
    // Most of what a newcomer sees are rewards that are further away.
    const { page } = await stage.visit(CAST.newcomer, { ...german, width: 320 });
    expect(await brokenWords(page)).toEqual([]);
    await page.evaluate(() => {
      for (const named of document.querySelectorAll('main bdi'))
        named.textContent = 'Sommerkräuter'.repeat(6);
    });
    expect(await overflowing(page)).toEqual([]);
  });

  it('keeps words of any length on their cards', async () => {
    const visit = await stage.visit(await stage.backEnd.member(900), { width: 1024 });
    await redeem(visit, 'Free delivery');
    await beginRedeeming(visit, 'A tin of tea');
    await visit.page.evaluate(() => {
      for (const words of document.querySelectorAll('h1, main bdi[lang]'))
        words.textContent = 'Sommerkräuter'.repeat(8);
    });
    for (const width of [320, 640, 1024]) {
      await visit.tab.setViewportSize({ width, height: 900 });
      expect.soft(await overflowing(visit.page), `${width}`).toEqual([]);
      expect.soft(await beyondCards(visit.page), `${width}`).toEqual([]);
      // The circle beside a long choice keeps its shape.
      const circle = (await visit.page.locator('.act[open] .choice input').first().boundingBox())!;
      expect.soft(circle.width, `${width}`).toBe(circle.height);
    }
  });

  it('leaves the cards beside one that opens, or that tells its outcome, as high as they are', async () => {
    const visit = await stage.visit(await stage.backEnd.member(900), { width: 1024 });
    const card = cardOf(visit, 'rewards', 'Free delivery');
    const heights = () =>
      visit.page
        .locator('#rewards .cards > li', { hasNot: visit.page.locator('details[open], #outcome') })
        .evaluateAll((all) =>
          all.map((one) => [one.querySelector('h3')!.id, one.getBoundingClientRect().height] as const),
        );
    const tallest = async () => Math.max(...(await heights()).map(([, height]) => height));
    const before = new Map(await heights());
    const highest = await tallest();
    await card.locator('summary').click();
    const beside = await heights();
    expect(beside).toHaveLength(before.size - 1);
    expect(beside.filter(([id, height]) => height > before.get(id)! + 1)).toEqual([]);
    await card.getByRole('button', { name: /^Redeem/ }).click();
    await card.locator('#outcome').waitFor();
    // Some stand beside others now.
    expect(await tallest()).toBeLessThanOrEqual(highest + 1);
  });

  it('shows the images of products, which come by this server, as they come into view', async () => {
    const { page } = await stage.visit(CAST.newcomer, { width: 320 });
    await page.locator('#rewards .card > .more > summary').click();
    const images = await page.locator('#rewards img').all();
    expect(images).toHaveLength(4);
    for (const image of images) {
      expect(await image.getAttribute('loading')).toBe('lazy');
      expect(await image.getAttribute('src')).toMatch(/^\/page\/images\//);
      await image.scrollIntoViewIfNeeded();
      await image.evaluate((element: HTMLImageElement) => element.decode());
      expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(320);
    }
    expect(await layoutShift(page)).toBe(0);
  });
});
