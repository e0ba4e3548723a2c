import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cardOf } from './support/parts.ts';
import { testStage } from './support/stage.ts';

const stage = testStage();

interface Focused {
  /** The element with the focus; empty: none. */
  what: string;
  /** Whether it can be seen to have it: a ring of 2 pixels at least that contrasts, and nothing over it. */
  hasRing: boolean;
  isInView: boolean;
}

/** Runs in the page. */
function focused(): Focused {
  const element = document.activeElement;
  if (!element || element === document.body) return { what: '', hasRing: true, isInView: true };
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
  const { left, right, top, height } = element.getBoundingClientRect();
  const middle = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const there = document.elementFromPoint(middle, top + height / 2);
  return {
    what: element.outerHTML.slice(0, 160),
    hasRing:
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith(', 0)'),
    isInView: there !== null && (element.contains(there) || there.contains(element)),
  };
}

/** Presses Tab until the focus leaves the page; all that had it. */
async function tabThrough(tab: Page, key: 'Tab' | 'Shift+Tab'): Promise<Focused[]> {
  const seen: Focused[] = [];
  for (;;) {
    await tab.keyboard.press(key);
    const now = await tab.evaluate(focused);
    if (now.what === '') return seen;
    seen.push(now);
    if (seen.length > 300) throw new Error(`the focus never leaves: ${now.what}`);
  }
}

describe.each([320, 1280])('by keyboard alone, %i wide', (width) => {
  it.each(['Tab', 'Shift+Tab'] as const)(
    'all is reached and the focus is always seen, by %s',
    async (key) => {
      const { tab, page } = await stage.visit('1001', { width });
      const reachable = 'a, button, summary, input:not([type=hidden]), [tabindex="0"]';
      const all = await page
        .locator(reachable)
        .evaluateAll((elements) => elements.filter((element) => element.checkVisibility()).length);
      expect(all).toBeGreaterThan(20);
      const seen = await tabThrough(tab, key);
      expect(seen).toHaveLength(all);
      expect(seen.filter(({ hasRing }) => !hasRing)).toEqual([]);
      expect(seen.filter(({ isInView }) => !isInView)).toEqual([]);
    },
  );
});

describe.each([{ javascript: true }, { javascript: false }])(
  'by keyboard alone, JavaScript $javascript,',
  (options) => {
    it('a reward is chosen and redeemed, and what it came to is where the focus is', async () => {
      const member = await stage.backEnd.member(900);
      const visit = await stage.visit(member, options);
      const card = cardOf(visit, 'rewards', 'A tin of tea');
      await card.locator('summary').focus();
      await visit.tab.keyboard.press('Enter');
      await visit.tab.keyboard.press('Tab');
      await visit.tab.keyboard.press('ArrowDown');
      await visit.tab.keyboard.press('Tab');
      await visit.tab.keyboard.press('Enter');
      await card.locator('#outcome').waitFor();
      expect(await cardOf(visit, 'wallet', 'A tin of tea').innerText()).toContain('Chamomile');
      // The first thing after what was said of it.
      await visit.tab.keyboard.press('Tab');
      const next = await visit.page.evaluate(() => document.activeElement!.closest('#outcome') !== null);
      expect(next).toBe(true);
      expect(await stage.backEnd.claimsOf(member)).toHaveLength(1);
    });
  },
);

describe('for those who listen', () => {
  it('the new balance is said, once, and the focus is on what happened', async () => {
    const member = await stage.backEnd.member(900);
    const visit = await stage.visit(member);
    const live = visit.page.locator('#live');
    expect(await live.getAttribute('role')).toBe('status');
    expect(await live.innerText()).toBe('');
    const card = cardOf(visit, 'earn', 'Come to a herb walk');
    await card.getByRole('button').click();
    await card.locator('#outcome').waitFor();
    expect(await live.innerText()).toBe('You now have 1,120 points.');
    expect(await visit.page.evaluate(() => document.activeElement!.id)).toBe('outcome');
  });

  it('every button says what it is for', async () => {
    const { page } = await stage.visit('1001');
    const names = await page.locator('#rewards .button, #earn .button').evaluateAll((buttons) =>
      buttons
        .filter((button) => button.checkVisibility())
        .map((button) => {
          const ids = button.getAttribute('aria-labelledby')?.split(' ');
          return ids?.map((id) => document.getElementById(id)!.textContent).join(' ');
        }),
    );
    expect(names.length).toBeGreaterThan(10);
    expect(names).not.toContain(undefined);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
