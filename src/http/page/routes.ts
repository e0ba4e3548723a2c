import { showPageRoute } from './show-page.tsx';

/** The embedded loyalty page. */
export const PAGE_ROUTES = [showPageRoute];
