/** The permissions that an API key may have. */
export const SCOPES = [
  'read_customers',
  'write_customers',
  'read_orders',
  'write_orders',
  'read_configuration',
  'write_configuration',
  'read_reports',
  'write_reports',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Whether a key with the scopes `held` may do an action that needs `needed`: `write_x` includes `read_x`. */
export function grants(held: readonly string[], needed: Scope): boolean {
  return (
    held.includes(needed) || (needed.startsWith('read_') && held.includes(needed.replace('read_', 'write_')))
  );
}
