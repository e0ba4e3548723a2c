import type { PageActions } from '../../src/http/page/page-context.ts';

/** Values for a page's forms and images, in tests that do not send or look at them. */
export const SAMPLE_ACTIONS: PageActions = {
  public_url: 'https://loyalty.example',
  address: (action) => `/page/${action}`,
  image: (rewardId, url) => `/page/images/${rewardId}/${url.length}`,
  token: 'a-token',
  nonce: 'a-nonce',
};
