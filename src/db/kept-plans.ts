import pg from 'pg';
import type { Statement } from './connection.ts';

/** Postgres plans so many executions with their values, whatever that costs. */
const PLANNED = 5;

/**
 * `cpu_operator_cost` for the last of these plans. Postgres counts the work of planning by it, so this plan costs more than
 * any that can be run. Citus prices a plan that must not be run at 3.4e30: a statement that it can plan only with values has
 * such a plan for all values. The average stays below, so Postgres goes on planning this statement with its values.
 */
const COST = '1e15';

/** invalid_sql_statement_name */
const UNKNOWN_NAME = '26000';

type Send = (text: string) => Promise<pg.QueryResult | pg.QueryResult[]>;

/**
 * Lets Postgres keep its plan of each named statement, on each connection.
 *
 * Postgres plans the first five executions with their values. From then on it compares: it keeps one plan for all values if that
 * costs less than the plans with values did on average, the work of planning included (`choose_custom_plan` and
 * `cached_plan_cost` in Postgres's plancache.c). Otherwise it plans each execution. If tables grow after the first
 * executions, the plan for all values costs more than that average, and thousands of executions are planned, each for several
 * times the work of running it. So a connection that has run a statement four times lets Postgres plan it once more, without
 * running it, at a cost that lifts the average above that of any plan for all values that can be run. That is the fifth
 * plan, unless one transaction runs the statement more often. A connection that serves few requests plans nothing in vain.
 */
export class KeptPlans {
  /** How often a connection has run each of its named statements. */
  private readonly runs = new WeakMap<pg.ClientBase, Map<string, number>>();
  /** The statements that still need their last plan with values, each as the SQL that executes it. */
  private readonly due = new WeakMap<pg.ClientBase, string[]>();
  /** Whether Postgres compares plans, and knows the statements by the names that it was told. */
  private isWorthwhile = true;

  /** Notes a statement that a connection has run. */
  note(client: pg.ClientBase, { name }: Statement, values: readonly unknown[]): void {
    if (name === undefined || !this.isWorthwhile) return;
    const runs = this.runs.get(client) ?? new Map<string, number>();
    this.runs.set(client, runs);
    const run = (runs.get(name) ?? 0) + 1;
    if (run >= PLANNED) return;
    runs.set(name, run);
    if (run < PLANNED - 1) return;
    // A statement without values has no other plan.
    if (values.length === 0) return;
    const execute = `execute ${pg.escapeIdentifier(name)}(${values.map(() => 'null').join(', ')})`;
    this.due.set(client, [...(this.due.get(client) ?? []), execute]);
  }

  /** Whether statements of this connection need their last plan now. */
  isDue(client: pg.ClientBase): boolean {
    return this.due.has(client);
  }

  /** Makes these plans, outside any transaction, by one round trip. */
  async make(client: pg.ClientBase, send: Send): Promise<void> {
    const due = this.due.get(client) ?? [];
    this.due.delete(client);
    const plans = due.map((execute) => `explain ${execute}`);
    try {
      // Postgres runs them in one transaction, which ends the setting.
      const settings = `select set_config('cpu_operator_cost', '${COST}', true), current_setting('plan_cache_mode') as mode`;
      const results = await send([settings, ...plans].join('; '));
      if ([results].flat()[0]!.rows[0].mode !== 'auto') this.isWorthwhile = false;
    } catch (error) {
      // A pooler between has names of its own for the statements: it decides how they are planned.
      if ((error as { code?: string }).code === UNKNOWN_NAME) this.isWorthwhile = false;
    }
  }
}
