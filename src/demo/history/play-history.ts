import type { CustomerRow } from '../../domain/customers/customer-row.ts';
import { getCustomer } from '../../domain/customers/find-customer.ts';
import { processDue } from '../../domain/operations/process-due.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { join } from '../perform-act.ts';
import type { Biography, DeedStep } from './deed.ts';
import { listDueBefore } from './history-store.ts';
import { performDeed } from './perform-deed.ts';
import { DAY } from './season.ts';
import { type Happening, happenInOrder } from './timeline.ts';

/** The number of customers that act at once. A command has as many connections, so nobody waits for one. */
const LANES = 4;

export interface Play {
  deps: Deps;
  /** The program in effect; an event may change it. */
  program: () => Program;
  biographies: readonly Biography[];
  /** Events of the program as a whole. */
  events: readonly Happening[];
  begin: number;
  end: number;
  /** The customers that an earlier run made, by merchant_id. */
  known: ReadonlyMap<string, CustomerRow>;
  /** Called after each day with the number of finished steps; it may throw to end the play. */
  onProgress: (done: number, of: number) => void;
}

/** The same server with another time on its clock. */
export function turned(deps: Deps, at: number): Deps {
  return { ...deps, clock: { now: () => at, real: () => at, shared: async () => at } };
}

/**
 * Plays a history day by day. Each step runs its use case with the clock at the moment of the step, and due work in
 * between is processed at its own moment. Steps of different customers run at once. A day ends before the next begins.
 * So an interrupted play continues in the day of its latest entry: all earlier days are finished, and in that day the
 * customers' latest entries show how far each customer has come.
 */
export async function playHistory(play: Play): Promise<void> {
  const stage = new Stage(play);
  const steps = play.biographies.flatMap((biography) => biography.steps.map((step) => ({ biography, step })));
  steps.sort((a, b) => a.step.at - b.step.at);
  const first = steps[0]?.step.at ?? play.end;
  const from = play.known.size === 0 ? Number.NEGATIVE_INFINITY : startOfDay(play, latestEntry(play.known));
  let done = 0;
  let event = play.events.findIndex(({ at }) => at >= from);
  for (let day = startOfDay(play, Math.min(first, play.begin)); day < play.end; day += DAY) {
    const today: Happening[] = [];
    for (; done < steps.length && steps[done]!.step.at < day + DAY; done++) {
      const { biography, step } = steps[done]!;
      if (step.at >= from && stage.isAhead(biography, step)) today.push(stage.happening(biography, step));
    }
    if (day < from) continue;
    for (; event >= 0 && play.events[event] && play.events[event]!.at < day + DAY; event++)
      today.push(play.events[event]!);
    today.push(...(await stage.dues(Math.min(day + DAY, play.end))));
    today.sort((a, b) => a.at - b.at);
    await happenInOrder(today, LANES);
    play.onProgress(done, steps.length);
  }
}

function startOfDay({ begin }: Play, moment: number): number {
  return begin + Math.floor((moment - begin) / DAY) * DAY;
}

/** The moment of the latest entry of these customers, in ms. */
export function latestEntry(known: ReadonlyMap<string, CustomerRow>): number {
  return Math.max(...[...known.values()].map((customer) => customer.last_entry_at));
}

/** The state of the customers during the play. */
class Stage {
  private readonly customers: Map<string, CustomerRow>;

  constructor(private readonly play: Play) {
    this.customers = new Map(play.known);
  }

  /** Whether the step is not done yet. The entries of a customer never go back in time. */
  isAhead({ person }: Biography, step: DeedStep): boolean {
    const known = this.play.known.get(person.merchant_id);
    return known === undefined || step.at > known.last_entry_at;
  }

  happening(biography: Biography, step: DeedStep): Happening {
    return {
      at: step.at,
      touches: touchedBy(biography, step),
      happen: (at) => this.perform(biography, step, at),
    };
  }

  private async perform({ person }: Biography, { deed }: DeedStep, at: number): Promise<void> {
    const deps = turned(this.play.deps, at);
    const program = this.play.program();
    if (deed.kind === 'join') {
      this.customers.set(person.merchant_id, await join(deps, program, person, deed));
      return;
    }
    let customer = this.customers.get(person.merchant_id);
    if (!customer) {
      customer = await getCustomer(deps.db, program.id, person.merchant_id);
      this.customers.set(person.merchant_id, customer);
    }
    await performDeed({ deps, program, story: person, customer }, deed);
  }

  /** The work that is due before `until`, each part at its moment. */
  async dues(until: number): Promise<Happening[]> {
    const { deps, program } = this.play;
    const due = await listDueBefore(deps.db, program().id, until);
    return due.map((customer) => ({
      at: customer.next_due_at!,
      touches: [customer.merchant_id],
      happen: async (at) => {
        await processDue(turned(deps, at), program(), customer);
      },
    }));
  }
}

const CODES = 'codes of the café';
const SEATS = 'seats at the dinner';

/** The other customers and the supplies that a step touches. */
function touchedBy({ person, brought_by }: Biography, { deed }: DeedStep): string[] {
  const touched = [person.merchant_id];
  if (brought_by !== undefined) touched.push(brought_by);
  if (deed.kind === 'merge') touched.push(deed.into);
  const drawsCode =
    (deed.kind === 'claim' && deed.reward === 'coffee') ||
    (deed.kind === 'report' && deed.rule === 'herb-walk');
  if (drawsCode) touched.push(CODES);
  if (deed.kind === 'claim' && deed.reward === 'harvest-dinner') touched.push(SEATS);
  return touched;
}
