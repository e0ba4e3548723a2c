import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../src/domain/core/errors.ts';
import { Refusal } from '../../src/http/console/customers/refusal.tsx';
import { stateWithinSentence, withinSentence } from '../../src/http/console/customers/sentences.ts';
import { WordingContext } from '../../src/http/console/language/use-wording.ts';
import { consoleWording } from '../../src/http/console/language/wording.ts';

const wording = consoleWording('de');
const told = (of: DomainError, own = {}) =>
  renderToString(h(WordingContext.Provider, { value: wording }, h(Refusal, { of, own })));

describe('a refusal, to a reader of German,', () => {
  it.each([
    ['approval_required', {}, 'Dafür braucht es zwei Personen.'],
    ['approval_required', { points_left: 1 }, 'Sie dürfen heute noch 1 Punkt'],
    ['insufficient_points', {}, 'Dafür hat der Kunde nicht genug Punkte.'],
    ['insufficient_points', { points_approved: 40 }, 'Der Kunde hat 40 Punkte:'],
    ['insufficient_scope', {}, 'Inhaber, Manager und Admins entscheiden.'],
    ['not_found', {}, 'Das gibt es nicht mehr.'],
  ] as const)('says of %s with %o: %s', (code, details, words) => {
    expect(told(new DomainError(code, 'In English.', { details }))).toContain(words);
  });

  it('has the words of its own form', () => {
    const own = { approval_required: 'refusal_own_request' } as const;
    expect(told(new DomainError('approval_required', 'In English.'), own)).toContain(
      wording.say('refusal_own_request'),
    );
  });

  it('is marked as English where it has no words', () => {
    const english = '<span lang="en" dir="ltr">In English.</span>';
    expect(told(new DomainError('invalid_date', 'In English.'))).toBe(english);
  });
});

describe('words in the middle of a sentence', () => {
  it('begin small in German if they are no noun', () => {
    expect(stateWithinSentence(wording, 'Noch nicht bezahlt')).toBe('noch nicht bezahlt');
    expect(withinSentence(wording, 'Kulanz')).toBe('Kulanz');
    expect(withinSentence(consoleWording('fr'), 'Promotion')).toBe('promotion');
  });
});
