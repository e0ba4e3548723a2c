import type { Right } from '../../domain/operators/roles.ts';
import type { IconName } from './design/icon.tsx';

export interface ScreenEntry {
  /** The part of the path below the address of the program. */
  path: string;
  icon: IconName;
  /** The letter that opens it after "g". */
  key: string;
  /** The right without which the screen does not exist. */
  right: Right;
  /** Only test programs have this screen. */
  test_only?: true;
}

/** The screens of a program in the order of the menu at the side. Routes and the menu are made from this. */
export const SCREENS = {
  overview: { path: 'overview', icon: 'home', key: 'o', right: 'read_reports' },
  customers: { path: 'customers', icon: 'people', key: 'c', right: 'read_customers' },
  queue: { path: 'queue', icon: 'check', key: 'q', right: 'read_customers' },
  orders: { path: 'orders', icon: 'bag', key: 'b', right: 'read_orders' },
  reports: { path: 'reports', icon: 'bars', key: 'r', right: 'read_reports' },
  program: { path: 'program', icon: 'layers', key: 'p', right: 'read_configuration' },
  codes: { path: 'codes', icon: 'ticket', key: 'k', right: 'write_configuration' },
  imports: {
    path: 'imports',
    icon: 'download',
    key: 'i',
    right: 'write_configuration',
  },
  developers: {
    path: 'developers',
    icon: 'code',
    key: 'd',
    right: 'write_configuration',
  },
  clock: {
    path: 'clock',
    icon: 'forward',
    key: 'l',
    right: 'write_configuration',
    test_only: true,
  },
  team: { path: 'team', icon: 'person', key: 't', right: 'owner' },
  // The audit names colleagues and keys, so this needs the right of people who answer for the program.
  audit: { path: 'audit', icon: 'clock', key: 'a', right: 'write_configuration' },
  server: { path: 'server', icon: 'server', key: 's', right: 'admin' },
} as const satisfies Record<string, ScreenEntry>;

export type ScreenName = keyof typeof SCREENS;
export const SCREEN_ENTRIES: readonly (ScreenEntry & { name: ScreenName })[] = (
  Object.keys(SCREENS) as ScreenName[]
).map((name) => ({ name, ...SCREENS[name] }));
