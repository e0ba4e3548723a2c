import { platformKey } from '../core/platform-key.ts';
import type { Reward } from '../programs/configuration.ts';
import { hasVariants, type ProductVariantDefinition } from '../programs/reward-kinds.ts';

/** The variant of a product reward that an id names, in any of its forms. */
export function productVariant(reward: Reward, variantId: string): ProductVariantDefinition | undefined {
  const { properties } = reward;
  if (!hasVariants(properties)) return undefined;
  const key = platformKey(variantId);
  return properties.product.variants.find((variant) => platformKey(variant.id) === key);
}
