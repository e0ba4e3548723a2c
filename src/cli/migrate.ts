import { loadConfig } from '../config.ts';
import { migrate, migrationStatus } from '../db/migrate.ts';
import { withLocation } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import type { Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';

/** `loyaltyd migrate up` */
export async function migrateUp(shell: Shell): Promise<Outcome> {
  const { applied } = await withLocation(loadConfig(shell.env), migrate);
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
