import { describe, expect, it } from 'vitest';
import { namesAmount } from '../../src/texts/amounts-in-text.ts';

describe('a text tells the least to be spent', () => {
  it.each([
    ['en', '$25', 'For your next order of $25 or more.'],
    ['en', '$25', 'On orders over $25.00'],
    ['en', '$25', 'Spend at least $25, and it is yours.'],
    ['en', '$25', 'Minimum order: $25'],
    ['en-GB', '$25', 'Baskets of $25+'],
    ['en', '$1,000', 'On purchases from $1,000'],
    ['de', '25\u00a0€', 'Für deine nächste Bestellung ab 25 €.'],
    ['de', '25\u00a0€', 'Ab 25 € Einkaufswert'],
    ['de', '25\u00a0€', 'Mindestbestellwert: 25 €'],
    ['fr', '25\u00a0€', 'Pour une commande d’au moins 25 €.'],
    ['fr', '25\u00a0€', "Dès 25 € d'achat"],
    ['es', '25\u00a0€', 'En pedidos de 25 € o más.'],
    ['es', '25\u00a0€', 'Compra mínima de 25 €'],
    ['ja', '¥2,500', '¥2,500以上のご注文で使えます。'],
    ['ar', '25\u00a0US$', 'لطلب بقيمة 25 US$ أو أكثر'],
  ])('%s, %s: %s', (language, amount, text) => {
    expect(namesAmount(text, amount, 'least_spend', language)).toBe(true);
  });
});

describe('a text does not tell the least to be spent by an amount', () => {
  it.each([
    ['named for another reason', 'en', '$25', 'Worth $25 in our café. For your next order.'],
    ['that is saved', 'en', '$25', 'Save $25 on orders over $100.'],
    ['that things cost', 'en', '$25', 'Bouquets from $25 and more'],
    ['that is part of a longer number', 'en', '$25', 'On orders of $250 or more'],
    ['of other coins', 'en', '$25', 'On orders over $25.50'],
    ['in a sentence of its own', 'en', '$25', 'Use it on any order. A gift of $25 or more.'],
    ['that things cost, in German', 'de', '25\u00a0€', 'Sträuße ab 25 €'],
    ['in a language without known words', 'nl', '€\u00a025', 'Bij bestellingen vanaf € 25'],
  ])('%s', (_, language, amount, text) => {
    expect(namesAmount(text, amount, 'least_spend', language)).toBe(false);
  });
});

it.each([
  ['en', '$12', 'Delivery for free, up to $12', true],
  ['en', '$12', 'Delivery for free on orders over $12', false],
  ['de', '12\u00a0€', 'Versand bis zu 12 € umsonst', true],
  ['fr', '12\u00a0€', 'Livraison offerte jusqu’à 12 €', true],
  ['es', '12\u00a0€', 'Envío gratis hasta 12 €', true],
  ['ja', '¥1,200', '送料¥1,200まで無料', true],
  ['ar', '12\u00a0US$', 'شحن مجاني حتى 12 US$', true],
])('%s, a text tells the most that shipping may cost by %s: %s: %s', (language, amount, text, tells) => {
  expect(namesAmount(text, amount, 'most_shipping', language)).toBe(tells);
});
