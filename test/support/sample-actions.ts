import type { PageActions } from '../../src/http/page/page-context.ts';

/** What a page's forms and images need that nobody sends or looks at. */
export const SAMPLE_ACTIONS: PageActions = {
  public_url: 'https://loyalty.example',
  address: (action) => `/page/${action}`,
  image: (rewardId, url) => `/page/images/${rewardId}/${url.length}`,
  token: 'a-token',
  nonce: 'a-nonce',
};
