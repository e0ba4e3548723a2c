import { runInNewContext } from 'node:vm';
import { LOADER } from '../../src/http/page/serve-embed.ts';

export interface HostMessage {
  source: unknown;
  origin: string;
  data: unknown;
}

/** A store's page that runs the loader, as far as the loader touches it. */
export interface HostPage {
  /** The iframe's own window. */
  window: object;
  /** The addresses that the iframe was sent to. */
  led: string[];
  /** The messages that it was sent, with the only origin that may read them. */
  sent: { message: unknown; origin: string }[];
  /** Events of the iframe. */
  events: { type: string; bubbles: boolean; detail: Record<string, unknown> & { open(url: string): void } }[];
  frame: { title?: string; allow?: string; style: Record<string, string> };
  /** The attributes that are left on the script element. */
  dataset: Record<string, string>;
  /** The elements after the script element. */
  after: unknown[];
  receive(message: Partial<HostMessage>): void;
}

/** Runs the loader in a page whose script element has those data- attributes. `navigator`: the browser's abilities. */
export function openHostPage(dataset: Record<string, string>, navigator: object = {}): HostPage {
  const led: string[] = [];
  const sent: HostPage['sent'] = [];
  const events: HostPage['events'] = [];
  const after: unknown[] = [];
  const listeners: ((message: HostMessage) => void)[] = [];
  const window = {
    location: { replace: (url: URL) => led.push(String(url)) },
    postMessage: (message: unknown, origin: string) => sent.push({ message, origin }),
  };
  const frame = {
    style: {} as Record<string, string>,
    contentWindow: window,
    dispatchEvent: (event: HostPage['events'][number]) => events.push(event),
  };
  const left = { ...dataset };
  runInNewContext(LOADER, {
    URL,
    navigator,
    document: {
      currentScript: { dataset: left, after: (element: unknown) => after.push(element) },
      createElement: (name: string) => (name === 'iframe' ? frame : undefined),
    },
    addEventListener: (name: string, listener: (message: HostMessage) => void) => {
      if (name === 'message') listeners.push(listener);
    },
    CustomEvent: class {
      constructor(
        readonly type: string,
        init: object,
      ) {
        Object.assign(this, init);
      }
    },
  });
  return {
    window,
    led,
    sent,
    events,
    frame,
    dataset: left,
    after,
    receive(message) {
      for (const listener of listeners) {
        listener({ source: window, origin: 'https://loyalty.example', data: null, ...message });
      }
    },
  };
}
