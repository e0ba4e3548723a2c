import type { Channel } from '../../domain/programs/program-settings.ts';
import { hasVariants } from '../../domain/programs/reward-kinds.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import { Rendered } from '../rendered.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { ConfigurationBody } from './configuration-schemas.ts';
import { offeredRewards, presentConfiguration } from './present-configuration.ts';

interface Held {
  rendered: Rendered<ConfigurationBody>;
  left: string;
}

/** By offer. Only the latest configuration is kept for each: a stock seldom returns to a former value. */
const configurations = new WeakMap<StorefrontView, Map<string, Held>>();

/**
 * The configuration for a channel and a country, the same for all customers. It is rendered again when the program or
 * the stock of a limited product changes.
 */
export function heldConfiguration(
  view: StorefrontView,
  request: { channel: Channel; country: string | null },
  stock: StockLevels,
): Rendered<ConfigurationBody> {
  let ofView = configurations.get(view);
  if (!ofView) {
    ofView = new Map();
    configurations.set(view, ofView);
  }
  const offered = offeredRewards(view.program, request);
  const key = [request.channel, ...offered.map((reward) => reward.id)].join(' ');
  const left = trackedProducts(view, request)
    .map(([rewardId, variantId]) => stock.remaining(rewardId, variantId))
    .join(' ');
  let held = ofView.get(key);
  if (!held || held.left !== left) {
    held = { rendered: new Rendered(JSON.stringify(presentConfiguration(view, request, stock))), left };
    ofView.set(key, held);
  }
  return held.rendered;
}

/** The limited products in a configuration, by reward and variant. */
export function trackedProducts(
  { program }: StorefrontView,
  request: { channel: Channel; country: string | null },
): [rewardId: number, variantId: string][] {
  return offeredRewards(program, request).flatMap(({ id, properties }) =>
    hasVariants(properties)
      ? properties.product.variants
          .filter((variant) => variant.inventory_count !== null)
          .map((variant): [number, string] => [id, variant.id])
      : [],
  );
}
