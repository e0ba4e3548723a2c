import type { SessionRecord } from '../../../domain/operators/session-store.ts';
import type { ConsoleWording } from '../language/wording.ts';

/** By what a User-Agent says, the more particular first: Edge calls itself Chrome too, and Android Linux. */
const BROWSERS = {
  'Edg/': 'Edge',
  'OPR/': 'Opera',
  'Firefox/': 'Firefox',
  'Chrome/': 'Chrome',
  'Safari/': 'Safari',
};
const SYSTEMS = {
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  Windows: 'Windows',
  'Mac OS X': 'macOS',
  Linux: 'Linux',
};

/** The name by which people know a browser and its system. */
export function browserOf({ say }: ConsoleWording, { agent }: Pick<SessionRecord, 'agent'>): string {
  const named = (names: Record<string, string>) =>
    Object.entries(names).find(([mark]) => agent.includes(mark))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (!browser) return agent.slice(0, 40) || say('account_unknown_browser');
  return system ? say('account_browser', { browser, system }) : browser;
}
