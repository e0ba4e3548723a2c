import type { SessionRecord } from '../../../domain/operators/session-store.ts';
import type { ConsoleWording } from '../language/wording.ts';

/** The signs in a User-Agent, the more specific first: Edge also calls itself Chrome, and Android also Linux. */
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
