import type { PageActions } from '../../src/http/page/page-context.ts';
import { bannerImage, rewardImage } from '../../src/http/page/page-images.ts';

const SERVER = { publicUrl: 'https://loyalty.example', secret: Buffer.alloc(32, 7) };

/** Values for a page's forms and images, in tests that do not send or look at them. */
export const SAMPLE_ACTIONS: PageActions = {
  public_url: SERVER.publicUrl,
  address: (action) => `/page/${action}`,
  image: (reward) => rewardImage(SERVER, { id: 1 }, reward),
  banner: (picture) => bannerImage(SERVER, { id: 1 }, picture),
  token: 'a-token',
  nonce: 'a-nonce',
};
