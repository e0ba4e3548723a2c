import type { Site } from './front.ts';

/** How the store's page brings the loyalty page in: by our loader, or by an iframe of its own. */
export type Embedding = 'loader' | 'iframe';

/** The store's page's records: messages as they come, and the loader's events. */
export interface Heard {
  messages: { origin: string; data: { source: string; type: string } & Record<string, unknown> }[];
  events: { type: string; detail: Record<string, unknown> }[];
}

declare global {
  interface Window {
    heard: Heard;
    /** The function by which the store continues with another session. */
    reopen(address: string): void;
  }
}

const TYPES = ['ready', 'resize', 'open_url', 'reward_claimed', 'points_changed', 'session_expired', 'close'];

/** A store that embeds the loyalty page in pages of its own, which do not name it in their addresses. */
export class HostSite {
  private readonly embedded: string[] = [];

  constructor(private readonly origin: string) {}

  /** The address of a page that embeds the loyalty page of that session. */
  pageWith(session: string, embedding: Embedding): string {
    const { origin } = new URL(session);
    const element =
      embedding === 'loader'
        ? `<script src="${origin}/embed.js" data-url="${session}"></script>`
        : `<iframe title="Loyalty" height="900" src="${session}"></iframe>`;
    return `${this.origin}/${this.embedded.push(element) - 1}`;
  }

  readonly serve: Site = (request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(pageAround(this.embedded[Number(request.url!.slice(1))] ?? ''));
  };
}

function pageAround(element: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta name="viewport" content="width=device-width">
  <title>Your account</title>
  <style>body { margin: 0 } iframe { display: block; border: 0; inline-size: 100% }</style>
  <script>
    window.heard = { messages: [], events: [] };
    addEventListener('message', ({ origin, data }) => heard.messages.push({ origin, data }));
    for (const type of ${JSON.stringify(TYPES)})
      document.addEventListener('loyaltyd:' + type, ({ detail }) => {
        heard.events.push({ type, detail: { ...detail, open: undefined } });
        window.reopen = detail.open;
      });
  </script>
</head>
<body><main><h1>Your account</h1>${element}</main></body>
</html>`;
}
