import { loadConfig } from '../config.ts';
import { migrate, migrationStatus } from '../db/migrate.ts';
import { readMigrationPlan } from '../db/migration-plan.ts';
import { withLocation } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import { longestWait, migrationPlanLines } from './migration-plan-lines.ts';
import type { Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';

/** `loyaltyd migrate up` */
export async function migrateUp(shell: Shell): Promise<Outcome> {
  const onBlocked = (message: string) => void shell.stderr.write(`${message}\n`);
  const config = loadConfig(shell.env);
  const { applied } = await withLocation(config, (location) => migrate({ ...location, onBlocked }));
  const text = applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'Nothing to apply.';
  return { exit_code: EXIT.ok, text, json: { applied } };
}

/** `loyaltyd migrate status` */
export async function showMigrations(shell: Shell): Promise<Outcome> {
  const status = await withLocation(loadConfig(shell.env), ({ ownerUrl }) => migrationStatus(ownerUrl));
  const lines = [
    ...status.applied.map((name) => `applied  ${name}`),
    ...status.pending.map((name) => `pending  ${name}`),
  ];
  return {
    exit_code: status.pending.length > 0 ? EXIT.failed : EXIT.ok,
    text: lines.join('\n'),
    json: status,
  };
}

/** If a migration would make readers or writers wait longer, the operator is warned. */
const LONGEST_WAIT_SECONDS = 1;

/** `loyaltyd migrate plan` */
export async function planMigrationsCommand(shell: Shell): Promise<Outcome> {
  const plan = await withLocation(loadConfig(shell.env), ({ ownerUrl }) => readMigrationPlan(ownerUrl));
  return {
    exit_code: longestWait(plan) > LONGEST_WAIT_SECONDS ? EXIT.failed : EXIT.ok,
    text: migrationPlanLines(plan).join('\n'),
    json: plan,
  };
}
