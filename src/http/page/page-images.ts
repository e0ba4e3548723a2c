import { createHash, createHmac } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import type { Program, Reward } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { Picture } from '../../domain/programs/program-settings.ts';
import type { App } from '../app-types.ts';
import { endTurn } from '../fair-share.ts';
import { Id } from '../schema-helpers.ts';
import { pagePath } from '../shared/page-token.ts';
import { type Image, ImageShelf } from './image-shelf.ts';

const KEPT_BY_BROWSERS_SECONDS = 86_400;
/**
 * One transparent pixel. Without an image, browsers draw a broken one. With this pixel, the tile below it is visible.
 */
const NOTHING_TO_SEE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** An image: a picture from the program file, or the address of an image at a host of the store. */
type ImageSource = Picture | string;

/** The place of an image in its program: the banner, or the reward of this id. */
type ImagePlace = 'banner' | number;

/**
 * The images of the page. This server fetches the images at hosts of the store, so that a visitor's browser asks no
 * other host. Only images of rewards are fetched: the seal in an address proves that the page named the image.
 */
export function pageImagesRoute(app: App, deps: Deps): void {
  const shelf = new ImageShelf(deps);
  app.get(
    '/page/images/:program_id/:place/:seal',
    {
      config: { scope: 'public' },
      schema: {
        hide: true,
        params: Type.Object({
          program_id: Id(),
          place: Type.String({ pattern: '^(banner|[0-9]{1,15})$' }),
          seal: Type.String(),
        }),
      },
    },
    async (request, reply) => {
      const { program_id, seal } = request.params;
      const place = request.params.place === 'banner' ? 'banner' : Number(request.params.place);
      const [program] = await deps.programs.some([program_id]);
      const source = program ? sourceAt(program, place) : null;
      const isNamed = source !== null && seal === sealOf(deps, place, source);
      // The store's host may take long to answer, and a visitor may take long to read a kept image.
      if (typeof source === 'string') endTurn(request);
      const image = isNamed ? await imageFrom(shelf, source) : null;
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

/** The page's address of the image of a reward; null: it has none. If the image changes, its address changes. */
export function rewardImage(
  deps: Pick<Deps, 'publicUrl' | 'secret'>,
  program: Pick<Program, 'id'>,
  reward: Pick<Reward, 'id' | 'image' | 'image_url' | 'properties'>,
): string | null {
  const source = sourceOf(reward);
  return source === null ? null : addressOf(deps, program, reward.id, source);
}

/** The page's address of the banner of a program. */
export function bannerImage(
  deps: Pick<Deps, 'publicUrl' | 'secret'>,
  program: Pick<Program, 'id'>,
  banner: Picture,
): string {
  return addressOf(deps, program, 'banner', banner);
}

function addressOf(
  deps: Pick<Deps, 'publicUrl' | 'secret'>,
  program: Pick<Program, 'id'>,
  place: ImagePlace,
  source: ImageSource,
): string {
  return `${pagePath(deps)}/images/${program.id}/${place}/${sealOf(deps, place, source)}`;
}

/** null: there is no image. */
function sourceAt(program: Program, place: ImagePlace): ImageSource | null {
  if (place === 'banner') return program.settings.theme?.banner ?? null;
  const reward = program.reward(place);
  return reward ? sourceOf(reward) : null;
}

/** The image of a reward, or of its product; null: it has none. */
function sourceOf({
  image,
  image_url,
  properties,
}: Pick<Reward, 'image' | 'image_url' | 'properties'>): ImageSource | null {
  return image ?? image_url ?? ('product' in properties ? properties.product.image_url : null);
}

async function imageFrom(shelf: ImageShelf, source: ImageSource): Promise<Image | null> {
  if (typeof source === 'string') return shelf.get(source);
  const [, type, base64] = /^data:([^;]+);base64,(.*)$/.exec(source.src)!;
  return { type: type!, bytes: Buffer.from(base64!, 'base64') };
}

function sealOf({ secret }: Pick<Deps, 'secret'>, place: ImagePlace, source: ImageSource): string {
  const name = typeof source === 'string' ? source : digestOf(source);
  const seal = createHmac('sha256', secret).update(`page image\0${place}\0${name}`).digest('base64url');
  return seal.slice(0, 22);
}

/** A picture is the same object while its program is in memory. */
const digests = new WeakMap<Picture, string>();

function digestOf(picture: Picture): string {
  const known = digests.get(picture);
  if (known !== undefined) return known;
  const digest = createHash('sha256').update(picture.src).digest('base64url');
  digests.set(picture, digest);
  return digest;
}
