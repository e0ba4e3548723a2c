import type { AilingObject, LastPartition } from '../../db/inspect-schema.ts';
import { type Finding, problem, warning } from './finding.ts';

export function judgeObjects(objects: readonly AilingObject[]): Finding[] {
  return objects.map((object) => {
    const { kind, name, table, state, statement } = object;
    if (state === 'disabled') {
      return problem(
        `The trigger ${name} on ${table} is switched off.`,
        `As the owner: alter table ${table} enable trigger ${name}. Then run loyaltyd verify-ledger.`,
      );
    }
    if (state === 'invalid') {
      return problem(
        `The index ${name} on ${table} was broken off half made.`,
        `As the owner: reindex index ${name}`,
      );
    }
    const message = `The ${kind} ${name} on ${table} is missing.`;
    return problem(
      message,
      `As the owner: ${statement}${kind === 'trigger' ? '. Then run loyaltyd verify-ledger.' : ''}`,
    );
  });
}

const SCARCE = 0.2;

/** `last`: the ledger's last partition, if the ledger has partitions with an end. */
export function judgePartitions(last: LastPartition | null): Finding[] {
  if (!last || last.end - last.given > SCARCE * last.size) return [];
  return [
    warning(
      `The last partition of transactions ends before id ${last.end}, and ids up to ${last.given} are given: where no partition takes an id, every write fails.`,
      'As the owner, run examples/partitions/add-partition.sql.',
    ),
  ];
}

export function judgeRights(
  lacking: readonly { table: string; rights: string[] }[],
  heldByGrants: boolean,
): Finding[] {
  const findings = lacking.map(({ table, rights }) =>
    problem(
      `The server's role may not ${rights.join(', ')} on ${table}.`,
      'Run loyaltyd migrate up: it grants what the server needs.',
    ),
  );
  if (heldByGrants) return findings;
  const alone = "Triggers alone protect the ledger: the server's role may act as the owner of its tables.";
  return [
    ...findings,
    warning(alone, "Give DATABASE_URL a role of its own and the owner's to DATABASE_OWNER_URL."),
  ];
}

/**
 * A time zone in which Node and Postgres have different offsets from UTC, in minutes; null: Postgres does not know it.
 */
export interface ZoneOffsets {
  zone: string;
  node: number;
  postgres: number | null;
}

export function judgeZones(different: readonly ZoneOffsets[]): Finding[] {
  const cure = 'Update the time zone data of the older one: the package tzdata, Node, or Postgres.';
  return different.map(({ zone, node, postgres }) => {
    if (postgres === null) return problem(`Postgres does not know the time zone ${zone}.`, cure);
    const way = postgres > node ? 'later' : 'earlier';
    const message = `In ${zone} it is ${Math.abs(postgres - node)} minutes ${way} for Postgres than for Node.`;
    return problem(message, cure);
  });
}
