import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { Sentence } from '../../src/http/console/design/sentence.tsx';
import type { ConsoleLanguage } from '../../src/http/console/language/languages.ts';
import { WordingContext } from '../../src/http/console/language/use-wording.ts';
import { consoleWording } from '../../src/http/console/language/wording.ts';

const AT = Date.UTC(2026, 0, 31, 23, 30, 15);
const ZONE = 'Asia/Tokyo';

function told(language: ConsoleLanguage, words: (moment: string) => string): string {
  const sentence = h(Sentence, { at: AT, zone: ZONE, children: words });
  return renderToString(h(WordingContext.Provider, { value: consoleWording(language) }, sentence));
}

describe('a sentence that names a moment', () => {
  it('names it in the zone of its readers, and in UTC for whoever points at it', () => {
    const { moment } = consoleWording('en');
    expect(moment(AT, ZONE)).toBe('1 Feb 2026, 08:30');
    expect(told('en', (at) => `Done at ${at}, by hand.`)).toBe(
      `Done at <time class="unbroken" datetime="2026-01-31T23:30:15.000Z" title="2026-01-31 23:30:15 UTC">${moment(AT, ZONE)}</time>, by hand.`,
    );
  });

  it.each(['ar', 'de', 'es', 'fr', 'ja'] as const)(
    'takes it to its place in the words, in %s',
    (language) => {
      const { say, moment } = consoleWording(language);
      const html = told(language, (at) => say('hook_off', { moment: at }));
      expect(html.replaceAll(/<[^>]+>/g, '')).toBe(say('hook_off', { moment: moment(AT, ZONE) }));
      expect(html).not.toContain('\uFFFC');
    },
  );

  it('escapes the words around it', () => {
    expect(told('en', (at) => `<b>${at}</b> & more`)).toMatch(/^&lt;b><time .*<\/time>&lt;\/b> &amp; more$/);
  });
});
