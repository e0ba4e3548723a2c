/**
 * A statement after which Postgres plans each statement of that role once, whatever the parameters. The connections of a
 * server come to the same plans after five plannings of each statement (`src/db/kept-plans.ts`). A connection of a test
 * lives for a few requests, and these plannings would be most of the work of its Postgres.
 */
export function keepPlansOf(role: string): string {
  return `alter role ${role} set plan_cache_mode = force_generic_plan`;
}
