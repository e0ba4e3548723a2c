import type { CustomerRow } from '../../domain/customers/customer-row.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { findProgramRows } from '../../domain/programs/store.ts';
import { listVersions } from '../../domain/programs/version-store.ts';
import { findCustomers } from '../demo-store.ts';
import { PEOPLE } from '../people.ts';
import { merchantIdOf, tellStories } from '../stories.ts';
import type { Biography } from './deed.ts';
import { countOthers, countServers } from './history-store.ts';
import { latestEntry } from './play-history.ts';
import { DAY } from './season.ts';
import { merchantIdAt, tellHistory } from './tell-history.ts';
import { beginOf, type HistoryTerms, noteOf, readNote } from './terms.ts';

export const DEMO_KEY = 'meadow-and-vine';

/** The reason why no history can be played here, and the remedy. */
export class HistoryRefused extends Error {}

export interface HistoryRequest {
  customers?: number | undefined;
  months?: number | undefined;
  seed?: number | undefined;
}

const USUAL = { customers: 2_000, months: 13, seed: 1 };
const ELSEWHERE = 'Play it into a fresh database, such as: DATA_DIR=./data-history loyaltyd demo history';

/** A history to play. An earlier run may have begun it. */
export interface PreparedHistory {
  terms: HistoryTerms;
  begin: number;
  /** The demo's program; undefined: there is none yet. */
  program: Program | undefined;
  /** Whether the history creates the program, so that the program has no other past. */
  is_new: boolean;
  /** Whether an earlier run began it. */
  begun: boolean;
  /** Whether an earlier run finished it. */
  ended: boolean;
  biographies: Biography[];
  /** The customers that an earlier run made, by merchant_id. */
  known: ReadonlyMap<string, CustomerRow>;
}

/**
 * Decides which history to play, from the request and from an earlier run. Throws HistoryRefused if a server is running,
 * if the program is not the demo's, if it has customers of others, or if the request differs from a history that was
 * begun.
 */
export async function prepareHistory(deps: Deps, request: HistoryRequest): Promise<PreparedHistory> {
  if ((await countServers(deps.db)) > 0) {
    throw new HistoryRefused(
      'A server runs on this database and would process today what belongs into the past. Stop it, and start it again afterwards.',
    );
  }
  const program = (await deps.programs.all()).find(({ key }) => key === DEMO_KEY);
  if (program && !program.test)
    throw new HistoryRefused(`The program ${DEMO_KEY} of this database is not the demo's. ${ELSEWHERE}`);
  const noted = program && (await notedTerms(deps, program.id));
  const end = Math.floor(deps.clock.real() / 60_000) * 60_000;
  const terms = noted ?? { ...USUAL, ...given(request), end };
  if (noted) refuseOtherTerms(noted, request);
  const begin = beginOf(terms);
  const is_new = !program || (await createdAt(deps, program.id)) === begin;
  const ids = PEOPLE.map((_, index) => merchantIdOf(index));
  if (noted) ids.push(...Array.from({ length: terms.customers }, (_, index) => merchantIdAt(index)));
  if (program && (await countOthers(deps.db, program.id, ids)) > 0)
    throw new HistoryRefused(`${DEMO_KEY} has customers that the demo did not make. ${ELSEWHERE}`);
  const biographies = [...(is_new ? peopleOf(terms) : []), ...tellHistory(terms)];
  const names = biographies.map(({ person }) => person.merchant_id);
  const known = program && noted ? await findCustomers(deps.db, program.id, names) : new Map();
  const progress = { begun: noted !== undefined, ended: hasEnded(biographies, known) };
  return { terms, begin, program, is_new, ...progress, biographies, known };
}

function given(request: HistoryRequest): Partial<typeof USUAL> {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
}

async function notedTerms(deps: Deps, programId: number): Promise<HistoryTerms | undefined> {
  for (const { note } of await listVersions(deps.db, programId)) {
    const terms = readNote(note);
    if (terms) return terms;
  }
  return undefined;
}

function refuseOtherTerms(noted: HistoryTerms, request: HistoryRequest): void {
  const differs = (['customers', 'months', 'seed'] as const).some(
    (name) => request[name] !== undefined && request[name] !== noted[name],
  );
  if (!differs) return;
  throw new HistoryRefused(`${DEMO_KEY} has a history already: ${noteOf(noted)}. ${ELSEWHERE}`);
}

async function createdAt(deps: Deps, programId: number): Promise<number> {
  return (await findProgramRows(deps.db, programId))!.program.created_at;
}

/** The demo's customers of every first start. If their stories are already played, they are left unchanged. */
function peopleOf({ end }: HistoryTerms): Biography[] {
  return tellStories(end).map(({ steps, ...person }) => {
    const [first] = steps;
    const brought_by = first?.act.kind === 'join' ? first.act.brought_by : undefined;
    return { person, brought_by, steps: steps.map(({ at, act }) => ({ at, deed: act })) };
  });
}

/**
 * The erasure is the last event. It concerns a customer who joined long before, and who then cannot be found by name.
 */
function hasEnded(biographies: readonly Biography[], known: ReadonlyMap<string, CustomerRow>): boolean {
  if (known.size === 0) return false;
  const erased = biographies.find(({ steps }) => steps.at(-1)?.deed.kind === 'erase');
  if (!erased || known.has(erased.person.merchant_id)) return false;
  return erased.steps[0]!.at < latestEntry(known) - DAY;
}
