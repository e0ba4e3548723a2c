import { parseDatabaseAddress } from '../../database-address.ts';
import { inspectReplica, type ReplicaFacts, readEndOfLog } from '../../db/inspect-replica.ts';
import { isLogHidden, type LogPlace } from '../../db/log-place.ts';
import { withClient } from '../../db/migrate.ts';
import { messageOf } from '../outcome.ts';
import { bytesText, type Finding, note, problem, warning } from './finding.ts';
import { wayTo } from './judge-postgres.ts';

const PATIENCE_MS = 5_000;
/** A healthy replica is behind by less, even during an import. */
const FAR_BEHIND_BYTES = 100_000_000;

/** Examines the replicas at this address, compared with the primary. */
export async function examineReplicas(readUrl: string, primaryUrl: string): Promise<Finding[]> {
  const { urls, servers } = parseDatabaseAddress(readUrl)!;
  const findings: Finding[] = [];
  for (const [index, url] of urls.entries()) {
    const name = servers[index]!;
    // Read before the replica is asked. So the replica is behind only by log that it lacks, not by later writes.
    let log: LogPlace;
    try {
      log = await withClient(primaryUrl, readEndOfLog);
    } catch (error) {
      if (isLogHidden(error)) return [logHidden(error)];
      throw error;
    }
    const limits = { connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS };
    const judging = withClient(url, (client) => inspectReplica(client, name, log), limits).then(judgeReplica);
    findings.push(...(await judging.catch((error: unknown) => [judgeReplicaAway(name, error)])));
  }
  return findings;
}

function logHidden({ message }: Error): Finding {
  return warning(
    `The primary does not tell the end of its log: ${message}. Nothing is read at a replica.`,
    "Grant the functions to the server's role. Where the service allows none of that, unset DATABASE_READ_URL.",
  );
}

/** The finding for a replica that cannot be examined. `error`: the error of the attempt. */
export function judgeReplicaAway(name: string, error: unknown): Finding {
  return warning(
    `The replica ${name} cannot be read from: ${messageOf(error)}. The primary answers in its place.`,
    wayTo(error, 'DATABASE_READ_URL'),
  );
}

/** The reasons why the server does not read from a replica, or may soon not. */
export function judgeReplica(facts: ReplicaFacts): Finding[] {
  const { name } = facts;
  if (!facts.same_database) {
    return [
      problem(
        `The replica ${name} is of another database, so nothing is read there.`,
        'Point DATABASE_READ_URL at a replica by streaming replication of the database at DATABASE_URL.',
      ),
    ];
  }
  if (!facts.follows) {
    return [
      warning(
        `The replica ${name} takes writes: it is the primary, or was promoted. Nothing is read there.`,
        'Point DATABASE_READ_URL at a standby.',
      ),
    ];
  }
  if (!facts.same_timeline) {
    return [
      warning(
        `The replica ${name} is not known to follow the primary that took over. Nothing is read there.`,
        'Let it follow the new primary, and grant pg_read_all_stats to the role of DATABASE_READ_URL: docs/scaling.md.',
      ),
    ];
  }
  const findings: Finding[] = [];
  const behind = facts.bytes_behind ?? 0;
  if (facts.paused || behind > FAR_BEHIND_BYTES) {
    findings.push(
      warning(
        `The replica ${name} ${facts.paused ? 'stands still' : 'does not keep up'}: it lacks ${bytesText(behind)} of the log. The primary answers meanwhile.`,
        facts.paused
          ? 'Run select pg_wal_replay_resume() there.'
          : 'Look at its disk, its processor and the network.',
      ),
    );
  }
  if (!facts.hot_standby_feedback) {
    findings.push(
      note(
        `The replica ${name} may end exports that take longer than its max_standby_streaming_delay.`,
        'Set hot_standby_feedback = on there.',
      ),
    );
  }
  return findings;
}
