import { setTimeout as delay } from 'node:timers/promises';
import { type Config, loadConfig } from '../config.ts';
import { readDirectoryAt } from '../db/add-shard.ts';
import { CopyError } from '../db/copy/copy-error.ts';
import { openDataKeys } from '../db/data-keys.ts';
import { recordMove, type Shard } from '../db/directory.ts';
import { NO_LIMITS } from '../db/limits.ts';
import { withClient } from '../db/migrate.ts';
import { type Moved, type MoveOptions, moveProgram, undoMove } from '../db/move/move-program.ts';
import { readMove } from '../db/move/watch.ts';
import { openDatabase } from '../db/open-database.ts';
import { hasProgram } from '../db/shard-contents.ts';
import { shareDataKeys } from '../db/share-data-keys.ts';
import { driftsOfCustomers, verifyLedgerIn } from '../domain/ledger/verify.ts';
import { EXIT } from './exit-codes.ts';
import { Interruption } from './interruption.ts';
import { CommandError, type Outcome } from './outcome.ts';
import { ratedProgressPrinter } from './progress.ts';
import { shardAddress } from './shard-address.ts';
import type { Shell } from './shell.ts';

export interface MoveProgramOptions {
  to: string;
  /** The schema that the program leaves. It is needed if several schemas have a program with this key. */
  from?: string;
  undo?: boolean;
  keepRoles?: boolean;
  /** The option's text: a number of seconds. */
  keep: string;
}

/** A schema of the directory with its addresses. */
export interface Place {
  shard: Shard;
  serverUrl: string;
  ownerUrl: string;
}

/**
 * `loyaltyd program move KEY --to SCHEMA [--undo]`: progress goes to stderr. `interruption`: the one of a larger
 * command that includes this move.
 */
export async function moveProgramCommand(
  shell: Shell,
  key: string,
  options: MoveProgramOptions,
  interruption = new Interruption(
    shell,
    'The program stays where it was; run the same command to begin again.',
  ),
): Promise<Outcome> {
  const kept = Number(options.keep);
  if (!(kept >= 0 && kept <= 3600)) throw new CommandError(EXIT.usage, '--keep must be from 0 to 3600.');
  const config = loadConfig(shell.env);
  const places = await placesOf(shell, config);
  const target = placeNamed(places, options.to);
  const source = await findSource(places, target, key, options.from);
  const ends = {
    key,
    source: { ownerUrl: source.ownerUrl },
    target: { ownerUrl: target.ownerUrl, name: `the schema ${target.shard.name} (${target.shard.number})` },
  };
  if (options.undo) return undone(await undoMove(ends));
  await requireSameKeys(config, source, target);
  const home = places[0]!;
  const moved = await moveProgram({
    ...ends,
    ...PROOFS,
    keepRoles: options.keepRoles === true,
    onProgress: interruption.progress(ratedProgressPrinter(shell.stderr, 'rows')),
    onStep: (step) => void shell.stderr.write(`${STEPS[step]}\n`),
    tell: ({ id, key: program_key, site_ids }) =>
      withClient(home.ownerUrl, (owner) =>
        recordMove(owner, { program_id: id, key: program_key, site_ids, shard_number: target.shard.number }),
      ),
    untilServersKnow: () => delay(kept * 1000),
  });
  return outcomeOf(key, target, moved);
}

const STEPS: Record<Parameters<NonNullable<MoveOptions['onStep']>>[0], string> = {
  watched: 'Its writes are noted.',
  copied: 'All rows are copied, and the ledger is proven there.',
  caught_up: 'What was written meanwhile is copied.',
  stopped: 'It takes no writes for a moment.',
  proven: 'The last rows are copied and proven.',
  arrived: 'It is at the target.',
  told: 'The directory says so.',
  dropped: 'The source has no rows of it any more.',
};

/** A ledger that already had drifts is moved with exactly these drifts. The target must not have others. */
const PROOFS: Pick<MoveOptions, 'prove' | 'proveCustomers'> = {
  async prove(copy, source, program_id) {
    const { drifts } = await verifyLedgerIn(copy, { program_id });
    const before = drifts.length > 0 ? (await verifyLedgerIn(source, { program_id })).drifts : [];
    requireSameDrifts(drifts, before);
  },
  async proveCustomers(copy, source, programId, ids) {
    const drifts = await driftsOfCustomers(copy, programId, ids);
    requireSameDrifts(drifts, drifts.length > 0 ? await driftsOfCustomers(source, programId, ids) : []);
  },
};

function requireSameDrifts(there: object[], here: object[]): void {
  if (JSON.stringify(there) !== JSON.stringify(here))
    throw new CopyError('The ledger at the target does not add up as that of the source does.');
}

/** The schemas of the directory, the home first. */
export async function placesOf(shell: Shell, config: Config): Promise<Place[]> {
  if (!config.database)
    throw new CommandError(EXIT.usage, 'Schemas need a Postgres of your own: set DATABASE_URL.');
  const home = config.database;
  const directory = await readDirectoryAt(home.url);
  if (!directory) {
    throw new CommandError(
      EXIT.failed,
      'This database has no directory. Make one with: loyaltyd shards add NAME',
    );
  }
  return directory.shards.map((shard) => {
    const { url, owner_url } = shard.number === 0 ? home : shardAddress(shell.env, home, shard);
    return { shard, serverUrl: url, ownerUrl: owner_url };
  });
}

/** The schema with this name, or with this number if several databases have a schema of the same name. */
function placeNamed(places: readonly Place[], to: string): Place {
  const named = places.filter(({ shard }) => shard.name === to || String(shard.number) === to);
  const [place] = named;
  if (!place) throw new CommandError(EXIT.failed, `The directory has no schema ${to}.`);
  if (named.length > 1) {
    const numbers = named.map(({ shard }) => shard.number).join(' and ');
    throw new CommandError(EXIT.failed, `Several schemas are called ${to}: say ${numbers}.`);
  }
  if (place.shard.state === 'making')
    throw new CommandError(EXIT.failed, `The schema ${to} is not made yet. Run: loyaltyd shards add ${to}`);
  return place;
}

/** The schema out of which an unfinished move of the program leads; otherwise the schema that has the program. */
async function findSource(
  places: readonly Place[],
  target: Place,
  key: string,
  from: string | undefined,
): Promise<Place> {
  const asked = from === undefined ? undefined : placeNamed(places, from);
  const holders: Place[] = [];
  for (const place of places) {
    if (place.shard.state === 'making' || (asked && place !== asked)) continue;
    const [moving, holds] = await withClient(place.ownerUrl, async (client) => [
      (await readMove(client))?.program_key === key,
      await hasProgram(client, key),
    ]);
    if (moving && place === target) {
      throw new CommandError(
        EXIT.failed,
        `A move of ${key} out of the schema ${place.shard.name} was begun and not ended: run it again, or undo it with --undo.`,
      );
    }
    // The target of this unfinished move may have the program too, so the source wins.
    if (moving) return place;
    if (holds) holders.push(place);
  }
  const sources = holders.filter((place) => place !== target);
  if (sources.length > 1) {
    const names = sources.map(({ shard }) => `${shard.name} (${shard.number})`).join(', ');
    throw new CommandError(
      EXIT.usage,
      `Several schemas have a program ${key}: ${names}. Name one with --from.`,
    );
  }
  if (sources[0]) return sources[0];
  throw new CommandError(
    EXIT.failed,
    holders.length > 0 ? `The program ${key} is there already.` : `There is no program ${key}.`,
  );
}

/**
 * Throws CommandError unless the target hashes with the same secret as the source, and can read the source's hashes and
 * sealed data.
 */
async function requireSameKeys(config: Config, source: Place, target: Place): Promise<void> {
  await withClient(source.ownerUrl, (from) => withClient(target.ownerUrl, (to) => shareDataKeys(from, to)));
  const [here, there] = await Promise.all([source, target].map(({ serverUrl }) => keysAt(config, serverUrl)));
  const known = new Set([there!.secret, ...there!.formerSecrets].map(String));
  if (here!.secret.equals(there!.secret) && here!.formerSecrets.every((one) => known.has(String(one))))
    return;
  throw new CommandError(
    EXIT.failed,
    `The schema ${target.shard.name} has other data keys: nobody there could repeat a request by its Idempotency-Key, or open a webhook's secret. Move to a schema that "loyaltyd shards add" made.`,
  );
}

async function keysAt(config: Config, url: string) {
  const quiet = { warn() {} };
  const database = openDatabase({
    url,
    poolSize: 1,
    namedStatements: false,
    applicationName: 'loyaltyd command',
    logger: quiet,
    limits: NO_LIMITS,
  });
  try {
    return await openDataKeys(database.db, config.secret_key, 'command');
  } finally {
    await database.close();
  }
}

function undone(was: boolean): Outcome {
  return {
    exit_code: EXIT.ok,
    text: was ? 'The program stays where it is, and takes writes.' : 'No move of it was begun.',
    json: { undone: was },
  };
}

function outcomeOf(key: string, { shard }: Place, moved: Moved): Outcome {
  const { rows, changed, paused_ms, operators_made, roles_withheld, roles_kept } = moved;
  const total = rows && Object.values(rows).reduce((sum, count) => sum + count, 0);
  const lines = [
    total === null
      ? `${key} was at the schema ${shard.name} already. The move is finished.`
      : `Moved ${key} to the schema ${shard.name}: ${total} rows, and ${changed} that were written meanwhile. It took no writes for ${Math.round(paused_ms!)} ms.`,
    ...(operators_made > 0
      ? [`${operators_made} operators are new there, and have no way to sign in: loyaltyd operator invite`]
      : []),
    ...(roles_withheld?.length
      ? [
          `These emails were known there, perhaps as other people, and have no role in ${key} yet: ${listRoles(roles_withheld)}. Make sure who they are, and give the roles: loyaltyd operator invite`,
        ]
      : []),
    ...(roles_kept?.length ? [`Operators known there keep their roles: ${listRoles(roles_kept)}.`] : []),
    ...(roles_withheld === null
      ? [
          `The audit says which operators of ${key} were known there by their email, and whether they kept their roles: loyaltyd audit list --program ${key}`,
        ]
      : []),
  ];
  return { exit_code: EXIT.ok, text: lines.join('\n'), json: { key, schema: shard.name, ...moved } };
}

const listRoles = (roles: NonNullable<Moved['roles_kept']>) =>
  roles.map(({ email, role }) => `${email} (${role})`).join(', ');
