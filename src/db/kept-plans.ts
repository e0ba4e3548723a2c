import pg from 'pg';
import type { Statement } from './connection.ts';

/** The executions for which Postgres plans with their values. The first one has taken place when a statement is noted. */
const MORE_PLANS = 4;

/** `cpu_operator_cost` for these plans. Postgres counts the work of planning by it, so they cost more than any other plan. */
const COST = '1e100';

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
 * times the work of running it. So a connection that has run a new statement lets Postgres plan it four times more, without
 * running it, at a cost above that of any plan for all values.
 */
export class KeptPlans {
  /** The named statements of a connection that it has run. */
  private readonly known = new WeakMap<pg.ClientBase, Set<string>>();
  /** Those among them that still need their plans, each as the SQL that executes it. */
  private readonly due = new WeakMap<pg.ClientBase, string[]>();
  /** Whether Postgres compares plans, and knows the statements by the names that it was told. */
  private isWorthwhile = true;

  /** Notes a statement that a connection has run. */
  note(client: pg.ClientBase, { name }: Statement, values: readonly unknown[]): void {
    if (name === undefined || !this.isWorthwhile) return;
    const known = this.known.get(client);
    if (known?.has(name)) return;
    if (known) known.add(name);
    else this.known.set(client, new Set([name]));
    // A statement without values has no other plan.
    if (values.length === 0) return;
    const execute = `execute ${pg.escapeIdentifier(name)}(${values.map(() => 'null').join(', ')})`;
    this.due.set(client, [...(this.due.get(client) ?? []), execute]);
  }

  /** Whether statements of this connection still need their plans. */
  isDue(client: pg.ClientBase): boolean {
    return this.due.has(client);
  }

  /** Makes these plans, outside any transaction, by one round trip. */
  async make(client: pg.ClientBase, send: Send): Promise<void> {
    const due = this.due.get(client) ?? [];
    this.due.delete(client);
    const plans = due.flatMap((execute) => Array<string>(MORE_PLANS).fill(`explain ${execute}`));
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
