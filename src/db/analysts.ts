/** The schema in which a server works if its address names no other schema. */
export const PUBLIC = 'public';

/** The role of people who query with SQL. The server never uses the role; an operator makes it. */
export const ANALYST = 'loyaltyd_analyst';

/** The schema of the views for analysts beside a server's own schema, and the role that reads them. */
export function analystsOf(schema: string): { views: string; role: string } {
  if (schema === PUBLIC) return { views: 'analytics', role: ANALYST };
  return { views: `${schema}_analytics`, role: `${schema}_analyst` };
}
