import { describe, expect, it } from 'vitest';
import { MESSAGE_KEYS } from '../../src/texts/catalogues.ts';
import { freeShippingText, incentiveText } from '../../src/texts/incentive-text.ts';
import { pointsText } from '../../src/texts/points.ts';
import { ruleTitle } from '../../src/texts/rule-title.ts';
import { serverWording, wordingOf } from '../../src/texts/wording.ts';

const PETALS = '{points, plural, one {# petal} other {# petals}}';
const BLUETEN = '{points, plural, one {# Blüte} other {# Blüten}}';

describe('a message', () => {
  it('takes what it is given as it is', () => {
    const given = { tier: '<b>Gold</b> & {more}' };
    expect(serverWording('en').format('entered_tier', given)).toBe('Reached <b>Gold</b> & {more}');
    expect(serverWording('de').format('entered_tier', { tier: 'Gold' })).toBe('Gold erreicht');
  });

  it('keeps Latin names in one piece within Arabic', () => {
    const rule = {
      kind: 'social_follow',
      properties: { social_handle: '@shop', network: 'Photos' },
    } as const;
    expect(ruleTitle(rule, serverWording('ar'))).toBe('متابعة \u2068@shop\u2069 على \u2068Photos\u2069');
  });

  it('is spoken in the language of the reader where we or the operator word most of it, else in English', () => {
    expect(serverWording('de-CH').spoken).toBe('de-CH');
    expect(serverWording('pt-BR').spoken).toBe('en');
    expect(serverWording('pt-BR').language).toBe('pt-BR');
    expect(wordingOf({ pl: { points: '{points}' } }, 'pl').spoken).toBe('en');
    const polish = Object.fromEntries(MESSAGE_KEYS.map((key) => [key, 'po polsku']));
    expect(wordingOf({ pl: polish }, 'pl-PL').spoken).toBe('pl-PL');
  });
});

describe("an operator's own message", () => {
  it('takes the place of ours, for readers of its language', () => {
    const texts = { en: { points: PETALS }, de: { points: BLUETEN, points_added: 'Blüten von uns' } };
    expect(pointsText(1, wordingOf(texts, 'en'))).toBe('1 petal');
    expect(pointsText(1000, wordingOf(texts, 'de'))).toBe('1.000 Blüten');
    expect(wordingOf(texts, 'de').format('points_added', {})).toBe('Blüten von uns');
    expect(wordingOf(texts, 'en').format('points_added', {})).toBe('Points added');
    expect(pointsText(5, wordingOf(texts, 'fr'))).toBe('5 points');
  });

  it.each([
    ['pt-BR', '5 flores do Brasil', 'of the tag itself'],
    ['PT-br', '5 flores do Brasil', 'whatever its case'],
    ['pt-PT', '5 flores', 'of the primary language'],
    ['zh-Hant-TW', '5 朵花', 'of the nearest wider language'],
    ['de', '5 Punkte', 'not of English where we speak the language'],
    ['ko', '5 petals', 'of English where nobody speaks the language'],
  ])('for a reader of %s says "%s": the one %s', (language, expected) => {
    const texts = {
      en: { points: PETALS },
      pt: { points: '{points} flores' },
      'pt-BR': { points: '{points} flores do Brasil' },
      zh: { points: '{points} hua' },
      'zh-Hant': { points: '{points} 朵花' },
    };
    expect(pointsText(5, wordingOf(texts, language))).toBe(expected);
  });

  it("is counted by the rules of the reader's language, also one that we do not speak", () => {
    const texts = { pl: { points: '{points, plural, one {# kwiat} few {# kwiaty} other {# kwiatów}}' } };
    const wording = wordingOf(texts, 'pl');
    expect([1, 2, 5, 22].map((points) => pointsText(points, wording))).toEqual([
      '1 kwiat',
      '2 kwiaty',
      '5 kwiatów',
      '22 kwiaty',
    ]);
  });

  it('leaves what it does not word to the catalogue: of its language, else English', () => {
    expect(wordingOf({ de: { points: BLUETEN } }, 'de').format('points_added', {})).toBe(
      'Punkte gutgeschrieben',
    );
    expect(wordingOf({ pl: { points: '{points}' } }, 'pl').format('points_added', {})).toBe('Points added');
  });

  it('writes a number that it merely names as the language does', () => {
    const texts = { de: { points: '{points} Blüten', page_limit_left: '{remaining}/{allowed} {interval}' } };
    const wording = wordingOf(texts, 'de');
    expect(pointsText(-1000, wording)).toBe('-1.000 Blüten');
    const left = { interval: 'day', remaining: 1000, allowed: 2000 };
    expect(wording.format('page_limit_left', left)).toBe('1.000/2.000 day');
  });

  it.each([
    ['is no ICU message', '{points, plural, one {x}}'],
    ['names what the message is not given', '{petals} petals'],
  ])('that %s never fails: ours stands in', (_, points) => {
    const wording = wordingOf({ en: { points }, de: { points } }, 'de');
    expect(pointsText(1, wording)).toBe('1 Punkt');
    expect(pointsText(2, wording)).toBe('2 Punkte');
  });

  it('that is no ICU message gives way to the next of the operator’s', () => {
    const texts = { 'de-AT': { points: '{points' }, de: { points: BLUETEN } };
    expect(pointsText(2, wordingOf(texts, 'de-AT'))).toBe('2 Blüten');
  });

  it('is not looked for among what every object has', () => {
    const texts = { en: Object.create({ points: 'inherited' }) as Record<string, string> };
    expect(pointsText(2, wordingOf(texts, 'en'))).toBe('2 points');
  });
});

describe('a wording', () => {
  it('is made once for a program and a language, and is not that of another program', () => {
    const texts = { en: { points: PETALS } };
    expect(wordingOf(texts, 'en')).toBe(wordingOf(texts, 'en'));
    expect(wordingOf(texts, 'en')).not.toBe(wordingOf(texts, 'de'));
    expect(wordingOf(texts, 'en')).not.toBe(wordingOf({ ...texts }, 'en'));
  });
});

describe('the title of a rule that has none', () => {
  const en = serverWording('en');

  it('names the profile, the hashtag and what a custom rule is called', () => {
    const profile = { social_handle: '@shop', network: 'Photos' };
    expect(ruleTitle({ kind: 'social_follow', properties: profile }, en)).toBe('Follow @shop on Photos');
    expect(ruleTitle({ kind: 'social_mention', properties: profile }, en)).toBe('Mention @shop on Photos');
    expect(ruleTitle({ kind: 'custom', properties: { name: 'Herb walk' } }, en)).toBe('Herb walk');
  });

  it.each(['tea', '#tea'])('writes the hashtag %s with its mark', (hashtag) => {
    const rule = { kind: 'social_post_hashtag', properties: { hashtag, network: 'Photos' } } as const;
    expect(ruleTitle(rule, en)).toBe('Post with #tea on Photos');
    expect(ruleTitle(rule, serverWording('ja'))).toBe('「#tea」を付けてPhotosに投稿');
  });

  it('is of its kind otherwise, and the operator may put another in its place', () => {
    const rule = { kind: 'birthday', properties: {} } as const;
    expect(ruleTitle(rule, en)).toBe('Celebrate your birthday');
    expect(ruleTitle(rule, serverWording('fr'))).toBe('Fêtez votre anniversaire');
    expect(ruleTitle(rule, wordingOf({ en: { rule_title_birthday: 'Your day' } }, 'en'))).toBe('Your day');
  });
});

describe('the incentive of a referred friend', () => {
  it.each([
    ['en', '$5 off', '$5 off orders of $25 or more'],
    ['de', '$5 Rabatt', '$5 Rabatt auf Bestellungen ab $25'],
    ['fr', '$5 de remise', '$5 de remise dès $25 d’achat'],
    ['es', '$5 de descuento', '$5 de descuento en compras de $25 o más'],
    ['ja', '$5オフ', '$25以上のご注文で$5オフ'],
    ['ar', 'خصم $5', 'خصم $5 على الطلبات بقيمة $25 أو أكثر'],
  ])('in %s', (language, plain, from) => {
    const wording = serverWording(language);
    expect(incentiveText('$5', null, wording)).toBe(plain);
    expect(incentiveText('$5', '$25', wording)).toBe(from);
  });

  it.each([
    ['en', 'Free shipping', 'Free shipping, up to $15'],
    ['de', 'Kostenloser Versand', 'Kostenloser Versand bis $15'],
    ['fr', 'Livraison offerte', 'Livraison offerte jusqu’à $15'],
    ['es', 'Envío gratis', 'Envío gratis hasta $15'],
    ['ja', '送料無料', '$15まで送料無料'],
    ['ar', 'شحن مجاني', 'شحن مجاني حتى $15'],
  ])('of free shipping in %s', (language, whole, most) => {
    const wording = serverWording(language);
    expect(freeShippingText(null, wording)).toBe(whole);
    expect(freeShippingText('$15', wording)).toBe(most);
  });
});
