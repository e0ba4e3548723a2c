import { msOf } from '../../db/timestamps.ts';
import type { CartContents } from '../claims/carts/cart.ts';
import type { ClaimView } from '../claims/claim-record.ts';
import type { ClaimTerms } from '../programs/reward-kinds.ts';
import type { CartRedemption } from './customer.ts';
import { type Fields, readTuples } from './tuples.ts';

/** The columns of a claim, in the order in which `claimOf` reads them. Its terms, which are JSON, come before them. */
export const claimColumns = (r: string) => [
  `${r}.id`,
  `${r}.reward_id`,
  `${r}.kind`,
  `${r}.title`,
  `${r}.state`,
  `${r}.source_kind`,
  `${r}.source_id`,
  `${r}.points_cost`,
  `${r}.quantity`,
  msOf(`${r}.claimed_at`),
  msOf(`${r}.auto_refund_at`),
  msOf(`${r}.expires_at`),
  `${r}.usage_status`,
  msOf(`${r}.used_at`),
  msOf(`${r}.fulfilled_at`),
  `${r}.fulfilment_explanation`,
  `${r}.code`,
  `${r}.code_last_characters`,
  `${r}.initial_balance_minor`,
  `${r}.current_balance_minor`,
  `${r}.variant_id`,
  `${r}.redemption_id`,
  `${r}.cart_id`,
  `${r}.currency`,
  `${r}.currency_rate`,
  msOf(`${r}.code_seen_at`),
];

/** The further columns of a redemption. `cart` is SQL for its cart as json. */
export const redemptionColumns = (r: string, cart: string) => [
  ...claimColumns(r),
  msOf(`${r}.seen_in_cart_at`),
  msOf(`${r}.linked_to_cart_at`),
  cart,
];

export function readClaims(text: string | null): ClaimView[] {
  return readTuples(text, claimOf);
}

export function readRedemptions(text: string | null): CartRedemption[] {
  return readTuples(text, (fields) => ({
    ...claimOf(fields),
    seen_in_cart_at: fields.nullableNumber(),
    linked_to_cart_at: fields.nullableNumber(),
    cart: cartOf(fields.word()),
  }));
}

/** Fields are read in order, so the members are in the order of the columns. */
function claimOf(fields: Fields): ClaimView {
  const terms = termsOf(fields.json());
  fields.open();
  return {
    id: fields.number(),
    reward_id: fields.number(),
    kind: fields.word() as ClaimView['kind'],
    title: fields.text(),
    state: fields.word() as ClaimView['state'],
    source_kind: fields.word() as ClaimView['source_kind'],
    source_id: fields.nullableNumber(),
    points_cost: fields.number(),
    quantity: fields.number(),
    claimed_at: fields.number(),
    auto_refund_at: fields.nullableNumber(),
    expires_at: fields.nullableNumber(),
    usage_status: fields.word() as ClaimView['usage_status'],
    used_at: fields.nullableNumber(),
    fulfilled_at: fields.nullableNumber(),
    fulfilment_explanation: fields.nullableText(),
    terms,
    code: fields.nullableText(),
    code_last_characters: fields.nullableText(),
    initial_balance_minor: fields.nullableNumber(),
    current_balance_minor: fields.nullableNumber(),
    variant_id: fields.nullableText(),
    redemption_id: fields.nullableText(),
    cart_id: fields.nullableText(),
    currency: fields.nullableText(),
    currency_rate: fields.nullableNumber(),
    code_seen_at: fields.nullableNumber(),
  };
}

function cartOf(json: string): CartContents | null {
  return json === '' ? null : (JSON.parse(json) as CartContents);
}

/** Terms by their text: claims with the same terms share one object, which nobody changes. */
const known = new Map<string, ClaimTerms>();
const TERMS_KEPT = 2_000;

function termsOf(text: string): ClaimTerms {
  let terms = known.get(text);
  if (!terms) {
    terms = JSON.parse(text) as ClaimTerms;
    if (known.size >= TERMS_KEPT) known.clear();
    // The key is a copy of the text: a part of a larger text would keep all of it in memory.
    known.set(Buffer.from(text).toString(), terms);
  }
  return terms;
}
