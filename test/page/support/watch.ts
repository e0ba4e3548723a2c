import type { BrowserContext, Page, Request } from 'playwright-core';

/** The browser's message about an answer that a test asked for: a page that is over has a status of its own. */
const KNOWN_STATUS = /^Failed to load resource: the server responded with a status of [45]\d\d/;

/** The browser's message about a fade from one page to the next that the next page, or a key, cut short. */
const CUT_SHORT = /^Transition was (aborted|skipped)/;

/**
 * Writes down what no page of ours may ever do: ask another host for anything, break its own
 * Content-Security-Policy, complain in the console, throw, fail inside. `origins`: ours and the store's.
 */
export function watch(context: BrowserContext, origins: readonly string[], misconduct: string[]): void {
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origins.includes(origin) || protocol === 'data:' || isOpenedByVisitor(request)) return;
    misconduct.push(`asked ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500) misconduct.push(`answered ${response.status()} to ${response.url()}`);
  });
  context.on('page', (page) => watchPage(page, misconduct));
}

/** A link that was followed: a tab goes elsewhere, and what is there is no business of ours. */
function isOpenedByVisitor(request: Request): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame().parentFrame() === null;
  } catch {
    return true; // The tab is only being made.
  }
}

function watchPage(page: Page, misconduct: string[]): void {
  page.on('console', (message) => {
    const severe = message.type() === 'error' || message.type() === 'warning';
    if (severe && !KNOWN_STATUS.test(message.text())) misconduct.push(`said ${message.text()}`);
  });
  page.on('pageerror', ({ message }) => {
    if (!CUT_SHORT.test(message)) misconduct.push(`threw ${message}`);
  });
}
