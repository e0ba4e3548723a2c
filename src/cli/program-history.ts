import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { listVersions, type VersionSummary } from '../domain/programs/version-store.ts';
import { EXIT } from './exit-codes.ts';
import type { Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';
import { withProgram } from './with-program.ts';

/** `loyaltyd program history KEY`: newest first. */
export async function programHistoryCommand(shell: Shell, key: string): Promise<Outcome> {
  const versions = await withProgram(loadConfig(shell.env), SERVER_LIMITS, key, ({ db }, program) =>
    listVersions(db, program.id),
  );
  return {
    exit_code: EXIT.ok,
    text: versions.map(describe).join('\n'),
    json: {
      versions: versions.map((version) => ({
        ...version,
        created_at: new Date(version.created_at).toISOString(),
      })),
    },
  };
}

function describe(version: VersionSummary): string {
  const actor =
    version.actor_id === null ? version.actor_name : `${version.actor_kind} ${version.actor_name}`;
  const remarks = [
    version.reconstructed ? 'as found when versions began to be kept' : undefined,
    version.rollback_of === null ? undefined : `version ${version.rollback_of} again`,
    version.note ?? undefined,
    version.follow_up_unfinished
      ? 'not every customer is under it yet: a server goes on with that'
      : undefined,
  ].filter((remark) => remark !== undefined);
  const line = `${String(version.version).padStart(4)}  ${new Date(version.created_at).toISOString()}  ${actor}`;
  return remarks.length > 0 ? `${line}  (${remarks.join('; ')})` : line;
}
