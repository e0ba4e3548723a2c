/** The schema in which a server lives, if nothing names another. */
export const PUBLIC = 'public';

/** The role of people who ask with SQL. The server never uses it; an operator makes it. */
export const ANALYST = 'loyaltyd_analyst';

/** The schema of the views for analysts beside a server's own schema, and the role that reads them. */
export function analystsOf(schema: string): { views: string; role: string } {
  if (schema === PUBLIC) return { views: 'analytics', role: ANALYST };
  return { views: `${schema}_analytics`, role: `${schema}_analyst` };
}
