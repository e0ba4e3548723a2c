import { primaryOf } from './language.ts';

/** The two meanings of an amount in a reward's text that the page itself can say. */
export type AmountMeaning = 'least_spend' | 'most_shipping';

/** The placeholder for the amount in the patterns below. */
const AMOUNT = '\uE000';

/** A pattern: `@` matches the amount, a blank matches any space, and `~` matches anything in the same sentence. */
function saying(pattern: string): RegExp {
  const source = pattern.replaceAll('@', AMOUNT).replaceAll(' ', '\\s+').replaceAll('~', '[^.!?。！？؟\\n]*');
  return new RegExp(source, 'iu');
}

const EN_ORDER = '\\b(?:orders?|carts?|baskets?|bags?|purchases?)';
const EN_MORE = '(?:\\+|\\s*(?:or|and)\\s+(?:more|over|above|up))';
const DE_ORDER =
  '(?:Bestellung(?:en)?|Bestellwert|Warenwert|Einkaufswert|Einkauf|Einkäufen?|Warenkorb|Warenkörben?)';
const FR_ORDER = '(?:commandes?|paniers?|achats?)';
const ES_ORDER = '(?:pedidos?|compras?|carritos?)';
const JA_ORDER = '(?:注文|購入|カート|お買い上げ|お買い物|利用)';
const AR_ORDER = '(?:طلب|سلة|سلّة|شراء|مشتريات|إنفاق|تسوق|تسوّق)';

/** Only unambiguous words: a text may name an amount for any reason. */
const SAYINGS: Record<string, Record<AmountMeaning, RegExp[]>> = {
  en: {
    least_spend: [
      `${EN_ORDER}(?: (?:total|totalling|value|worth|of|over|above|from|exceeding|at least|more than|starting at))+ @`,
      '\\bspend(?:ing)?(?: (?:at least|over|more than))? @',
      '\\bmin(?:imum|\\.)(?: (?:order|spend|purchase|cart|basket|total|value|is|of))*:?\\s*@',
      `${EN_ORDER}~@${EN_MORE}`,
      `@${EN_MORE}~${EN_ORDER}`,
      '@ min(?:imum|\\.)',
    ].map(saying),
    most_shipping: ['\\bup to @'].map(saying),
  },
  de: {
    least_spend: [
      `${DE_ORDER}(?: (?:im Wert|von|ab|über|mindestens|mehr als))+ @`,
      '\\bMindest(?:bestell|einkaufs|waren|umsatz)\\p{L}*(?: (?:von|ist|beträgt))*:?\\s*@',
      `(?:ab|über|mindestens) @ ${DE_ORDER}`,
      `${DE_ORDER}~@ (?:oder|und) mehr`,
      `@ (?:oder mehr )?Mindest\\p{L}*wert`,
    ].map(saying),
    most_shipping: ['\\bbis(?: zu)? @'].map(saying),
  },
  fr: {
    least_spend: [
      `${FR_ORDER}(?: (?:minimum|minimale?|d[’']au moins|au moins|de|dès|à partir de|supérieure?s? à|de plus de))+ @`,
      `(?:dès|au moins|à partir de|plus de) @ d[’']achats?`,
      `${FR_ORDER}~@ (?:ou|et) plus`,
      `@ (?:ou plus )?d[’']achats? minimum`,
      `minimum(?: d[’']achats?)?(?: de)?\\s*:?\\s*@`,
    ].map(saying),
    most_shipping: [`jusqu[’']à @`, 'dans la limite de @'].map(saying),
  },
  es: {
    least_spend: [
      `${ES_ORDER}(?: (?:mínim[oa]|de|desde|a partir de|superior(?:es)? a|de más de|de al menos|por más de))+ @`,
      `${ES_ORDER}~@ o más`,
      `(?:al menos|más de|desde) @ (?:de|en) ${ES_ORDER}`,
      `mínim[oa](?: de (?:compra|pedido|gasto))?(?: de)?\\s*:?\\s*@`,
    ].map(saying),
    most_shipping: ['hasta @'].map(saying),
  },
  ja: {
    least_spend: [`${JA_ORDER}~@\\s*以上`, `@\\s*以上~${JA_ORDER}`].map(saying),
    most_shipping: ['@\\s*まで'].map(saying),
  },
  ar: {
    least_spend: [
      `${AR_ORDER}~(?:لا تقل عن|لا يقل عن|أكثر من|تزيد على|تزيد عن) @`,
      `${AR_ORDER}~@ (?:أو أكثر|فأكثر|فما فوق|على الأقل)`,
      'الحد الأدنى~@',
    ].map(saying),
    most_shipping: ['(?:تصل إلى|حتى) @'].map(saying),
  },
};

/**
 * Whether a text says explicitly that an amount is the least to be spent, or the most that shipping may cost. Also
 * false if the text names the amount for another reason, or in words that are not known here. Then the page says it
 * itself: a condition that is read twice does less harm than a condition that is never read. `amount`: as the page
 * writes it; `language`: the text's language.
 */
export function namesAmount(text: string, amount: string, meaning: AmountMeaning, language: string): boolean {
  const sayings = SAYINGS[primaryOf(language)]?.[meaning];
  const [whole, part] = [plain(text), plain(amount)];
  if (!sayings || !whole.includes(part)) return false;
  // $25 is in $25.00, but neither in $250 nor in $25.50.
  const named = new RegExp(`(?<!\\d|\\d[.,])${escaped(part)}(?:[.,]00)?(?![.,]?\\d)`, 'gu');
  const marked = whole.replaceAll(named, AMOUNT);
  return sayings.some((pattern) => pattern.test(marked));
}

/** The text with ordinary spaces and without direction marks, which people leave out. */
function plain(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll(/[\u061c\u200e\u200f]/g, '');
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
