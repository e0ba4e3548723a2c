import { describe, expect, it } from 'vitest';
import { timeLeft } from '../../src/texts/time-left.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('the time left', () => {
  it.each([
    [3 * DAY, '3 days'],
    [2 * DAY + 1, '3 days'],
    [DAY, '1 day'],
    [23 * HOUR + 1, '1 day'],
    [23 * HOUR, '23 hours'],
    [HOUR, '1 hour'],
    [59 * MINUTE + 1, '1 hour'],
    [59 * MINUTE, '59 minutes'],
    [1, '1 minute'],
    [0, '1 minute'],
  ])('of %d ms is %s', (left, text) => {
    expect(timeLeft(1_000 + left, 1_000, 'en')).toBe(text);
  });

  it.each([
    ['en', '1 minute', '2 minutes', '1 hour', '11 hours', '1 day', '2 days', '3 days', '100 days'],
    ['de', '1 Minute', '2 Minuten', '1 Stunde', '11 Stunden', '1 Tag', '2 Tage', '3 Tage', '100 Tage'],
    ['fr', '1 minute', '2 minutes', '1 heure', '11 heures', '1 jour', '2 jours', '3 jours', '100 jours'],
    ['es', '1 minuto', '2 minutos', '1 hora', '11 horas', '1 día', '2 días', '3 días', '100 días'],
    ['ja', '1 分', '2 分', '1 時間', '11 時間', '1 日', '2 日', '3 日', '100 日'],
    ['ar', 'دقيقة', 'دقيقتان', 'ساعة', '11 ساعة', 'يوم', 'يومان', '3 أيام', '100 يوم'],
  ])('in %s is as its readers count', (language, ...expected) => {
    const lefts = [MINUTE, 2 * MINUTE, HOUR, 11 * HOUR, DAY, 2 * DAY, 3 * DAY, 100 * DAY];
    // Which of its spaces a language puts between figure and unit is not what this is about.
    const texts = lefts.map((left) => timeLeft(left, 0, language).replace(/\s/g, ' '));
    expect(texts).toEqual(expected);
  });

  it('is told in languages without a catalogue too', () => {
    expect(timeLeft(HOUR, 0, 'sv')).toBe('1 timme');
  });
});
