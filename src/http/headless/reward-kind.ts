import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox';
import type { ClaimView } from '../../domain/claims/claim-record.ts';
import type { ClaimInput } from '../../domain/rewards/claim-input.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { Redeemed } from './redeem-reward.ts';

/** The part of a redemption's request that depends on the kind of the reward. */
type AskedOfKind = Pick<
  ClaimInput,
  'variant_id' | 'cart_id' | 'discount' | 'fulfill_immediately' | 'used_on_order'
>;

/** The request that redeems rewards of a kind. */
export interface Redemption<Body extends TProperties, Answer extends TProperties> {
  operationId: string;
  /** The default names the kind. */
  summary?: string;
  description: string;
  /** The codes of refusals beside those that all kinds have. */
  refusals: string[];
  /** The fields beside those that all kinds have. */
  body: { title: string; fields: Body };
  answer: { title: string; fields: Answer };
  /** `currency` is the site's. */
  ask(body: Static<TObject<Body>>, currency: string): AskedOfKind;
  present(redeemed: Redeemed): Static<TObject<Answer>>;
}

/** A kind of reward as storefronts see it: offered with the properties P, claimed on the terms T. */
export interface StorefrontReward<
  P,
  T,
  Properties extends TSchema,
  Redeemable extends TSchema,
  Body extends TProperties,
  Answer extends TProperties,
> {
  /** The kind's part of the names of schemas. */
  name: string;
  properties: Properties;
  presentProperties(view: StorefrontView, properties: P): Static<Properties>;
  /** A claim has one of these shapes. */
  redeemables: Redeemable[];
  /** `stock` is the rest of the claim's product. */
  presentRedeemable(view: StorefrontView, claim: ClaimView, terms: T, stock: StockLevels): Static<Redeemable>;
  redemption: Redemption<Body, Answer>;
}

/** Lets the compiler check the functions of a kind against its schemas. */
export function storefrontReward<
  P,
  T,
  Properties extends TSchema,
  Redeemable extends TSchema,
  Body extends TProperties,
  Answer extends TProperties,
>(
  given: StorefrontReward<P, T, Properties, Redeemable, Body, Answer>,
): StorefrontReward<P, T, Properties, Redeemable, Body, Answer> {
  return given;
}

/** For kinds that need a subscription integration: without an integration they have no claims. */
export function presentNoClaim(): never {
  throw new Error('a claim that needs an integration of subscriptions');
}
