import { createHmac } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import type { Reward } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { Id } from '../schema-helpers.ts';
import { pagePath } from '../shared/page-session.ts';
import { ImageShelf } from './image-shelf.ts';

const KEPT_BY_BROWSERS_SECONDS = 86_400;
/** One transparent pixel. Browsers draw a broken image if none comes; with this pixel the tile below it shows. */
const NOTHING_TO_SEE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * The images of rewards and products, which lie at hosts of the store. This server fetches them, so that a visitor's browser asks
 * no other host. Only images of rewards are fetched: the seal in an address proves that the page named it.
 */
export function productImageRoute(app: App, deps: Deps): void {
  const shelf = new ImageShelf(deps);
  app.get(
    '/page/images/:reward_id/:seal',
    {
      config: { scope: 'public' },
      schema: { hide: true, params: Type.Object({ reward_id: Id(), seal: Type.String() }) },
    },
    async (request, reply) => {
      const { reward_id, seal } = request.params;
      const url = await urlOf(deps, reward_id);
      const image = url !== null && seal === sealOf(deps, reward_id, url) ? await shelf.get(url) : null;
      return reply
        .code(image ? 200 : 404)
        .headers({
          'content-type': image?.type ?? 'image/gif',
          'cache-control': image ? `public, max-age=${KEPT_BY_BROWSERS_SECONDS}, immutable` : 'no-store',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
          'x-content-type-options': 'nosniff',
          'x-robots-tag': 'noindex',
        })
        .send(image?.bytes ?? NOTHING_TO_SEE);
    },
  );
}

/** The page's address of an image of a reward. Another image has another address. */
export function imageAddress(
  deps: Pick<Deps, 'publicUrl' | 'secret'>,
  rewardId: number,
  url: string,
): string {
  return `${pagePath(deps)}/images/${rewardId}/${sealOf(deps, rewardId, url)}`;
}

/** The image of a reward, or of its product; null: it has none. */
export function imageUrl({ image_url, properties }: Pick<Reward, 'image_url' | 'properties'>): string | null {
  return image_url ?? ('product' in properties ? properties.product.image_url : null);
}

async function urlOf(deps: Deps, rewardId: number): Promise<string | null> {
  for (const program of await deps.programs.all()) {
    const reward = program.reward(rewardId);
    if (reward) return imageUrl(reward);
  }
  return null;
}

function sealOf({ secret }: Pick<Deps, 'secret'>, rewardId: number, url: string): string {
  const seal = createHmac('sha256', secret).update(`page image\0${rewardId}\0${url}`).digest('base64url');
  return seal.slice(0, 22);
}
