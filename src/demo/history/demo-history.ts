import { countFigures } from '../../domain/operations/count-figures.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { PresentEvent } from '../../domain/webhooks/webhook-event.ts';
import { importPioneers } from './pioneers.ts';
import { playHistory, turned } from './play-history.ts';
import { type HistoryRequest, type PreparedHistory, prepareHistory } from './prepare-history.ts';
import { applyBeforeSpring, applySpring, coffeeCodes, deliverCodes } from './program-changes.ts';
import { DAY } from './season.ts';
import { noteOf } from './terms.ts';
import type { Happening } from './timeline.ts';
import { webhookOutage } from './webhook-outage.ts';

const HOUR = 3_600_000;
const SPRING = { month: 3, day: 12 };
/**
 * The second delivery of codes comes after this part of the history. The first delivery has this part of the codes that
 * customers ask for until then.
 */
const REFILL = 0.55;
const FIRST_DELIVERY = 0.3;

interface Options extends HistoryRequest {
  present: PresentEvent;
  /** Called after each day with the number of finished steps; it may throw to end the play. */
  onProgress?: (done: number, of: number) => void;
  /** Called before the play begins. */
  onBegin?: (prepared: PreparedHistory) => void;
}

/**
 * Plays a history of the demo's store, from its beginning or from the place at which an earlier run was cut short.
 * Returns the prepared history and the id of the program. Throws HistoryRefused.
 */
export async function demoHistory(
  deps: Deps,
  options: Options,
): Promise<PreparedHistory & { program_id: number }> {
  const prepared = await prepareHistory(deps, options);
  options.onBegin?.(prepared);
  if (prepared.ended) return { ...prepared, program_id: prepared.program!.id };
  const { terms, begin, biographies, known } = prepared;
  const atBegin = turned(deps, begin);
  const program_id = prepared.begun ? prepared.program!.id : await applyBeforeSpring(atBegin, noteOf(terms));
  const current = async () => (await deps.programs.some([program_id]))[0]!;
  let program = await current();
  await playHistory({
    deps,
    program: () => program,
    biographies,
    events: await eventsOf(deps, prepared, {
      program: () => program,
      present: options.present,
      spring: async (at) => {
        await applySpring(turned(deps, at));
        program = await current();
      },
    }),
    begin,
    end: terms.end,
    known,
    onProgress: options.onProgress ?? (() => {}),
  });
  // Counted here, so that reports show the history at once. Otherwise the next server would count it.
  await countFigures(deps);
  return { ...prepared, program_id };
}

interface Backstage {
  program: () => Program;
  present: PresentEvent;
  spring: (at: number) => Promise<void>;
}

/** All events of the program as a whole, in the order of time. */
async function eventsOf(
  deps: Deps,
  { terms, begin, is_new, biographies, known }: PreparedHistory,
  { program, present, spring }: Backstage,
): Promise<Happening[]> {
  const day = (moment: number) => begin + Math.floor((moment - begin) / DAY) * DAY;
  const refill = day(begin + (terms.end - begin) * REFILL);
  const pioneers = biographies.filter(({ brought_along }) => brought_along !== undefined);
  const [asked, askedLater] = coffeesAsked(biographies, refill);
  // An existing demo has a filled pool.
  const first = is_new ? Math.max(1, Math.round(asked * FIRST_DELIVERY)) : 0;
  const [delivery, refilled] = await coffeeCodes(terms.seed, first, asked + askedLater);
  const deliver = (codes: readonly string[]) => (at: number) =>
    deliverCodes(turned(deps, at), program(), codes);
  const everything = 'everything' as const;
  const events: Happening[] = [
    { at: begin, touches: everything, happen: deliver(delivery) },
    {
      at: begin + HOUR,
      touches: everything,
      happen: async (at) => {
        if (!pioneers.some(({ person }) => known.has(person.merchant_id)))
          await importPioneers(turned(deps, at), program(), pioneers);
      },
    },
    { at: springOf(begin, terms.end), touches: everything, happen: spring },
    { at: refill, touches: everything, happen: deliver(refilled) },
    ...webhookOutage(terms.end, { deps: (at) => turned(deps, at), program, present }),
  ];
  return events.sort((a, b) => a.at - b.at);
}

/** The numbers of coffees that customers ask for before and after a moment. */
function coffeesAsked(biographies: PreparedHistory['biographies'], moment: number): [number, number] {
  const asked = biographies.flatMap(({ steps }) =>
    steps.filter(({ deed }) => deed.kind === 'claim' && deed.reward === 'coffee'),
  );
  const before = asked.filter(({ at }) => at < moment).length;
  return [before, asked.length - before];
}

/** The first morning of the latest spring; the middle of a history that is too short to have one. */
function springOf(begin: number, end: number): number {
  const year = new Date(end).getUTCFullYear();
  const seasons = [year, year - 1].map((one) => Date.UTC(one, SPRING.month, SPRING.day));
  const moment = seasons.find((one) => one > begin + 10 * DAY && one < end - 10 * DAY) ?? (begin + end) / 2;
  return begin + Math.floor((moment - begin) / DAY) * DAY;
}
