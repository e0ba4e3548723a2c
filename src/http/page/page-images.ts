import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
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
 * other host. Only images of rewards are fetched: the seal in an address proves that the page named the image. The
 * seal is checked before the program is loaded, so an invented address costs nothing.
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
      const isSealed = isSealOf(deps, program_id, place, seal);
      const [program] = isSealed ? await deps.programs.some([program_id]) : [];
      const source = program ? sourceAt(program, place) : null;
      const isNamed = source !== null && nameIn(seal) === nameOf(source);
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
  return `${pagePath(deps)}/images/${program.id}/${place}/${sealOf(deps, program.id, place, nameOf(source))}`;
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

/** The number of characters of each part of a seal. */
const PART = 22;

/** The name of an image, which its address contains, followed by the proof that a page of the program named it. */
function sealOf(
  { secret }: Pick<Deps, 'secret'>,
  programId: number,
  place: ImagePlace,
  name: string,
): string {
  const named = `page image\0${programId}\0${place}\0${name}`;
  return name + createHmac('sha256', secret).update(named).digest('base64url').slice(0, PART);
}

function isSealOf(deps: Pick<Deps, 'secret'>, programId: number, place: ImagePlace, given: string): boolean {
  const expected = Buffer.from(sealOf(deps, programId, place, nameIn(given)));
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/** The name of the image in a seal. */
function nameIn(seal: string): string {
  return seal.slice(0, PART);
}

function nameOf(source: ImageSource): string {
  return (typeof source === 'string' ? digest(source) : digestOf(source)).slice(0, PART);
}

/** A picture is the same object while its program is in memory. */
const digests = new WeakMap<Picture, string>();

function digestOf(picture: Picture): string {
  const known = digests.get(picture);
  if (known !== undefined) return known;
  const made = digest(picture.src);
  digests.set(picture, made);
  return made;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
