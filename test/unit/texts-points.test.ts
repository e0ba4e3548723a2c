import { describe, expect, it } from 'vitest';
import { pointsPerAmountText, pointsText } from '../../src/texts/points.ts';
import { serverWording, wordingOf } from '../../src/texts/wording.ts';

const COUNTS = [0, 1, 2, 3, 11, 100, 1000];

describe('points text', () => {
  it.each([
    ['en', '0 points', '1 point', '2 points', '3 points', '11 points', '100 points', '1,000 points'],
    ['de', '0 Punkte', '1 Punkt', '2 Punkte', '3 Punkte', '11 Punkte', '100 Punkte', '1.000 Punkte'],
    ['fr', '0 point', '1 point', '2 points', '3 points', '11 points', '100 points', '1\u202f000 points'],
    ['es', '0 puntos', '1 punto', '2 puntos', '3 puntos', '11 puntos', '100 puntos', '1000 puntos'],
    ['ja', '0ポイント', '1ポイント', '2ポイント', '3ポイント', '11ポイント', '100ポイント', '1,000ポイント'],
    ['ar', '0 نقطة', 'نقطة واحدة', 'نقطتان', '3 نقاط', '11 نقطة', '100 نقطة', '1,000 نقطة'],
  ])('in %s for 0, 1, 2, 3, 11, 100 and 1000', (language, ...expected) => {
    expect(COUNTS.map((count) => pointsText(count, serverWording(language)))).toEqual(expected);
  });

  it.each([
    ['en', '0 points per €1', '1 point per €1', '2 points per €1', '11 points per €1', '1,000 points per €1'],
    ['de', '0 Punkte pro €1', '1 Punkt pro €1', '2 Punkte pro €1', '11 Punkte pro €1', '1.000 Punkte pro €1'],
    [
      'fr',
      '0 point par tranche de €1',
      '1 point par tranche de €1',
      '2 points par tranche de €1',
      '11 points par tranche de €1',
      '1\u202f000 points par tranche de €1',
    ],
    [
      'es',
      '0 puntos por cada €1',
      '1 punto por cada €1',
      '2 puntos por cada €1',
      '11 puntos por cada €1',
      '1000 puntos por cada €1',
    ],
    [
      'ja',
      '€1につき0ポイント',
      '€1につき1ポイント',
      '€1につき2ポイント',
      '€1につき11ポイント',
      '€1につき1,000ポイント',
    ],
    ['ar', '0 نقطة لكل €1', 'نقطة واحدة لكل €1', 'نقطتان لكل €1', '11 نقطة لكل €1', '1,000 نقطة لكل €1'],
  ])('in %s for an amount, for 0, 1, 2, 11 and 1000', (language, ...expected) => {
    const wording = serverWording(language);
    const texts = [0, 1, 2, 11, 1000].map((points) =>
      wording.format('points_per_amount', { points, amount: '€1' }),
    );
    expect(texts).toEqual(expected);
  });

  it.each([
    ['en', '-1 point', '-500 points'],
    ['de', '-1 Punkt', '-500 Punkte'],
    ['fr', '-1 point', '-500 points'],
    ['es', '-1 punto', '-500 puntos'],
    ['ja', '-1ポイント', '-500ポイント'],
    ['ar', '\u200e-1 نقطة', '\u200e-500 نقطة'],
  ])('in %s keeps the sign', (language, one, many) => {
    expect(pointsText(-1, serverWording(language))).toBe(one);
    expect(pointsText(-500, serverWording(language))).toBe(many);
  });

  it('has the plural for millions where a language has one', () => {
    expect(pointsText(1_000_000, serverWording('fr'))).toBe('1\u202f000\u202f000 de points');
    expect(pointsText(2_000_000, serverWording('es'))).toBe('2.000.000 de puntos');
  });

  it("writes numbers as the reader's region does", () => {
    expect(pointsText(100_000, serverWording('en-IN'))).toBe('1,00,000 points');
    expect(pointsText(1, serverWording('de-AT'))).toBe('1 Punkt');
    expect(pointsText(11, serverWording('ar-EG'))).toBe('١١ نقطة');
  });

  it('never says minus nothing, and does not let it stand in for nothing', () => {
    const wording = wordingOf({}, 'en');
    expect(pointsText(-0, wording)).toBe('0 points');
    expect(pointsText(0, wording)).toBe('0 points');
  });

  it('falls back to English words and plurals where a language has no catalogue', () => {
    expect(pointsText(1, serverWording('ko'))).toBe('1 point');
    expect(pointsText(2000, serverWording('pt-BR'))).toBe('2,000 points');
  });
});

describe('points per amount', () => {
  it('say the amount in its currency, as the reader writes it', () => {
    expect(pointsPerAmountText(5, 1, 'USD', serverWording('en'))).toBe('5 points per $1');
    expect(pointsPerAmountText(1, 100, 'JPY', serverWording('en'))).toBe('1 point per ¥100');
    expect(pointsPerAmountText(5, 0.9, 'EUR', serverWording('de'))).toBe('5 Punkte pro 0,90\u00a0€');
    expect(pointsPerAmountText(100, 1, 'USD', serverWording('ja'))).toBe('$1につき100ポイント');
  });

  it('may be of an amount finer than the smallest coin', () => {
    expect(pointsPerAmountText(2, 0.913, 'USD', serverWording('en'))).toBe('2 points per $0.913');
  });
});

describe('texts already made', () => {
  it('are those of one program', () => {
    const petals = wordingOf({ en: { points: '{points, plural, one {# petal} other {# petals}}' } }, 'en');
    const stars = wordingOf({ en: { points: '{points, plural, one {# star} other {# stars}}' } }, 'en');
    const texts = [petals, stars, serverWording('en'), petals].map((wording) => pointsText(5, wording));
    expect(texts).toEqual(['5 petals', '5 stars', '5 points', '5 petals']);
  });

  it('are made once, and do not grow without end', () => {
    let made = 0;
    const wording = serverWording('en');
    const counting = {
      ...wording,
      format: ((key, values) => {
        made += 1;
        return wording.format(key, values);
      }) as typeof wording.format,
    };
    const say = (count: number) => {
      for (let points = 0; points < count; points++) pointsText(points, counting);
      return made;
    };
    expect(say(5_000)).toBe(5_000);
    expect(say(5_000)).toBe(5_000);
    // One more than is kept, and what was kept is let go.
    pointsText(5_000, counting);
    expect(say(10)).toBe(5_011);
  });
});
