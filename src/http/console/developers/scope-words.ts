import { SCOPES, type Scope } from '../../../domain/programs/scopes.ts';

/** Each scope in words. */
export const SCOPE_WORDS: Record<Scope, string> = {
  read_customers: 'Read customers, what they earned and what they have',
  write_customers: 'Change customers: points, rewards, tiers, erasure',
  read_orders: 'Read orders',
  write_orders: 'Report orders and refunds',
  read_configuration: 'Read the program, its webhooks and the audit',
  write_configuration: 'Change the program, its webhooks and the test clock',
  read_reports: 'Read reports and the journal',
  write_reports: 'Close months',
};

/** "everything", or the names of the scopes. */
export function scopesText(scopes: readonly string[]): string {
  const all = SCOPES.filter((scope) => scope.startsWith('write_')).every((scope) => scopes.includes(scope));
  return all ? 'everything' : scopes.join(', ');
}
