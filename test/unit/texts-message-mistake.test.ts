import { describe, expect, it } from 'vitest';
import { CATALOGUES, MESSAGE_KEYS } from '../../src/texts/catalogues.ts';
import { messageMistake } from '../../src/texts/message-mistake.ts';

describe("an operator's message without mistakes", () => {
  it.each([
    ['points', 'en', '{points, plural, one {# petal} other {# petals}}'],
    ['points', 'en', '{points} petals'],
    ['points', 'en', '{points, plural, =0 {Nothing} other {# petals}}'],
    ['points', 'en', '{points, number, ::compact-short} petals'],
    ['points', 'en', 'It has no number'],
    ['points', 'pl', '{points, plural, one {# kwiat} few {# kwiaty} many {# kwiatów} other {# kwiatu}}'],
    ['points', 'ar', '{points, plural, other {# زهرة}}'],
    ['points_per_amount', 'de', '{amount} bringen {points, plural, one {# Punkt} other {# Punkte}}'],
    ['entered_tier', 'en', "It's {tier}, and that's <b>good</b>"],
    ['page_limit_once', 'en', '{interval, select, day {Daily} other {Now and then}}'],
  ])('%s in %s: %s', (key, language, message) => {
    expect(messageMistake(key, message, language)).toBeUndefined();
  });

  it.each(Object.entries(CATALOGUES))('is every message of our own in %s', (language, catalogue) => {
    const mistakes = MESSAGE_KEYS.map((key) => messageMistake(key, catalogue[key], language));
    expect(mistakes.filter((mistake) => mistake !== undefined)).toEqual([]);
  });
});

describe("a mistake in an operator's message", () => {
  it.each([
    ['point', 'en', 'x', 'there is no message "point"; did you mean "points"?'],
    ['toString', 'en', 'x', 'there is no message "toString"'],
    ['points', 'en', ' ', 'must not be empty'],
    ['points', 'en', '{points', 'is no ICU message: a "{" is not closed at character 1'],
    ['points', 'en', 'a {}', 'is no ICU message: "{}" names nothing at character 3'],
    [
      'points',
      'en',
      '{points, plural, one {# petal}}',
      'is no ICU message: the form other {…} is missing at character 31',
    ],
    [
      'points',
      'en',
      '{points, plurl, other {#}}',
      'is no ICU message: after the comma must follow number, plural, selectordinal or select at character 10',
    ],
    ['points', 'en', '{point} petals', 'there is no {point} in this message; it is given {points}'],
    [
      'points_per_amount',
      'en',
      '{points, plural, other {{sum}}}',
      'there is no {sum} in this message; it is given {points}, {amount}',
    ],
    ['points_added', 'en', '{points}', 'there is no {points} in this message; it is given nothing'],
    ['points', 'en', '{points, date, short}', '{points} is no moment, but a number'],
    ['entered_tier', 'en', '{tier, time}', '{tier} is no moment, but a text'],
    ['entered_tier', 'en', '{tier, plural, other {#}}', '{tier} is no number, but a text'],
    ['entered_tier', 'en', '{tier, number}', '{tier} is no number, but a text'],
    ['points', 'en', '{points, number, money}', '{points} cannot be written as "money"'],
    [
      'points',
      'en',
      '{points, number, ::currency}',
      '{points} cannot be written like that: Currency code is required with currency style.',
    ],
    [
      'points',
      'en',
      '{points, plural, zero {Nothing} other {#}}',
      '{points} has no form "zero" in en, only one, other; for nothing at all write =0',
    ],
    ['points', 'ja', '{points, plural, one {#} other {#}}', '{points} has no form "one" in ja, only other'],
    [
      'entered_tier',
      'fr',
      "Vous voici à l'{tier}",
      "the apostrophe (') before {tier makes it plain text; write ’ or two of them ('')",
    ],
  ])('%s in %s, %s: %s', (key, language, message, mistake) => {
    expect(messageMistake(key, message, language)).toBe(mistake);
  });
});
