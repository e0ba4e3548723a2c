import type { Limit } from '../core/limits.ts';
import type { Channel, LocalizedText, Picture } from './program-settings.ts';
import type { RewardProperties } from './reward-kinds.ts';

/** variable: this many points for each currency unit of the requested discount. */
export type RewardCost = { kind: 'fixed'; points: number } | { kind: 'variable'; points_per_unit: number };

/**
 * The source of voucher codes. In a pattern each `?` becomes a random letter and each `#` a random digit; null: twelve
 * random characters. A pool contains codes that the operator imported.
 */
export type CodeSource = { kind: 'generated'; pattern: string | null } | { kind: 'pool' };

export interface RewardVariantDefinition {
  enabled: boolean;
  title: LocalizedText;
  description: LocalizedText | null;
  cost: RewardCost;
}

export interface RewardDefinition extends RewardVariantDefinition {
  limit: Limit | null;
  /** The most claims in total, counted in the database; null: unlimited. */
  stock: number | null;
  /** Empty: all. */
  channels: Channel[];
  /** ISO 3166-1 alpha-2; empty: all. */
  countries: string[];
  /** An unused claim lapses after this time and its points return. null: never (product_cart: 24 h). */
  auto_refund_seconds: number | null;
  /** How long the claim can be used; null: for ever. */
  expires_after_seconds: number | null;
  /** Only for kinds that give a voucher code. */
  codes: CodeSource;
  /** A picture for the loyalty page; absent: the picture at `image_url`. */
  image?: Picture;
  /** The address of such a picture; absent: the product's picture, if it has one. */
  image_url?: string;
  properties: RewardProperties;
  variants: Record<string, Partial<RewardVariantDefinition>>;
}
