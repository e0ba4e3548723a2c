import { Dice } from '../dice.ts';
import { PEOPLE } from '../people.ts';
import type { Person } from '../story.ts';
import { BiographyWriter } from './biography-writer.ts';
import type { Biography } from './deed.ts';
import { type Habits, habitsOf } from './habits.ts';
import { DAY, LocalDays } from './season.ts';
import { beginOf, type HistoryTerms, HOME_ZONE } from './terms.ts';
import { addErasure, addMerges } from './twists.ts';

const HOUR = 3_600_000;
const ZONES = { main: HOME_ZONE, europe: 'Europe/Berlin' } as const;
/**
 * The part of the customers who come from the former program. All are at the first site. Their points expire one lot
 * after the other.
 */
const PIONEERS = 0.3;
const FRIENDS = 0.45;
const MOST_FRIENDS = 8;
const CONSENTS = ['subscribed', 'not_subscribed', 'unknown'] as const;
/** Nothing happens in these last hours before the end, except an erasure. */
const REST = 3 * HOUR;

export const merchantIdAt = (index: number) => String(2001 + index);

interface Telling {
  terms: HistoryTerms;
  begin: number;
  days: Record<Person['site'], LocalDays>;
  everybody: Habits[];
  /** Each friend, with the customer who referred it. */
  friends: ReadonlyMap<number, number>;
}

/** The customers of a history and all their events. The same terms give the same biographies. */
export function tellHistory(terms: HistoryTerms): Biography[] {
  const begin = beginOf(terms);
  const days = {
    main: new LocalDays(ZONES.main, begin, terms.end),
    europe: new LocalDays(ZONES.europe, begin, terms.end),
  };
  const everybody = drawHabits(terms, days.main);
  const telling = { terms, begin, days, everybody, friends: drawFriends(terms, everybody) };
  const biographies = everybody.map((habits, index) => biographyOf(telling, habits, index));
  const dice = new Dice(terms.seed + 4_711);
  addMerges(dice, biographies, terms.end - 5 * DAY);
  addErasure(biographies, terms.end - HOUR);
  return biographies;
}

/** More customers join at times when more is bought. */
function drawHabits({ customers, seed }: HistoryTerms, days: LocalDays): Habits[] {
  const dice = new Dice(seed + 97);
  const calendar = Array.from({ length: days.count }, (_, day) => ({ day, weight: days.demand(day) }));
  const pioneers = Math.round(customers * PIONEERS);
  return Array.from({ length: customers }, (_, index) => {
    const habits = habitsOf(
      new Dice(seed * 7_919 + index),
      index < pioneers ? 0 : dice.weighted(calendar).day,
    );
    return index < pioneers ? { ...habits, site: 'main' as const } : habits;
  });
}

/** Returning customers refer others, who join later than they did. */
function drawFriends({ seed }: HistoryTerms, everybody: readonly Habits[]): Map<number, number> {
  const dice = new Dice(seed + 31);
  const friends = new Map<number, number>();
  const brought = new Map<number, number>();
  for (const [index, { joins }] of everybody.entries()) {
    if (joins < 10 || !dice.happens(FRIENDS)) continue;
    const referrer = dice.from(0, everybody.length - 1);
    const { rate, joins: earlier, leaves } = everybody[referrer]!;
    const count = brought.get(referrer) ?? 0;
    if (rate === 0 || earlier + 5 > joins || leaves < joins || friends.has(referrer) || count >= MOST_FRIENDS)
      continue;
    friends.set(index, referrer);
    brought.set(referrer, count + 1);
  }
  return friends;
}

function biographyOf(telling: Telling, habits: Habits, index: number): Biography {
  const { terms, begin, friends } = telling;
  const dice = new Dice(terms.seed * 104_729 + index);
  const days = telling.days[habits.site];
  const person = personAt(dice, habits, index);
  const friend = friends.get(index);
  const brought_by = friend === undefined ? undefined : merchantIdAt(friend);
  const bounds = { begin: begin + 2 * HOUR, end: terms.end - REST };
  const writer = new BiographyWriter(dice, person, habits, bounds, brought_by);
  const isPioneer = habits.joins === 0;
  const opening = days.moment(habits.joins, dice);
  const joined = Math.min(Math.max(opening, bounds.begin + HOUR), bounds.end - HOUR);
  if (!isPioneer) writer.join(joined);
  tellPurchases(writer, dice, habits, days, joined);
  tellVisits(writer, dice, habits, days);
  const seen = () =>
    Math.min(days.count - 1, dice.from(habits.joins + 1, Math.max(habits.joins + 1, habits.leaves)));
  if (habits.rate > 0 && dice.happens(0.05)) writer.adjust(days.moment(seen(), dice));
  if (habits.rate > 6 && dice.happens(0.02)) writer.honour(days.moment(seen(), dice));
  const along = isPioneer ? { brought_along: lotsOf(dice, begin) } : {};
  return { person, ...(brought_by !== undefined && { brought_by }), ...along, ...writer.finish() };
}

/**
 * The first purchase happens at the joining or soon after it. The others follow the season and the customer's habits.
 */
function tellPurchases(
  writer: BiographyWriter,
  dice: Dice,
  { buys, joins, leaves, rate }: Habits,
  days: LocalDays,
  joined: number,
): void {
  if (!buys) return;
  const first = joins === 0 ? dice.from(1, 120) : dice.happens(0.7) ? joins : joins + dice.from(1, 20);
  if (first < days.count)
    writer.purchase(first === joins ? joined + dice.from(5, 70) * 60_000 : days.moment(first, dice));
  for (let day = first + 1; day < Math.min(leaves, days.count); day++) {
    if (dice.happens((rate / 365) * days.demand(day))) writer.purchase(days.moment(day, dice));
  }
}

function tellVisits(writer: BiographyWriter, dice: Dice, habits: Habits, days: LocalDays): void {
  const a_year = 1.5 + habits.rate * 0.9;
  for (let day = habits.joins + 1; day < Math.min(habits.leaves, days.count); day++) {
    if (dice.happens(a_year / 365)) writer.visit(days.moment(day, dice));
  }
}

function personAt(dice: Dice, { site }: Habits, index: number): Person {
  const first_name = dice.of(PEOPLE)[0];
  const last_name = dice.of(PEOPLE)[1];
  const consent = dice.of(CONSENTS);
  return {
    merchant_id: merchantIdAt(index),
    site,
    first_name,
    last_name,
    email: `${first_name}.${last_name}.${index + 1}@example.com`.toLowerCase().replaceAll(' ', ''),
    ip_address: `198.51.100.${index % 250}`,
    birthday: { month: dice.from(1, 12), day: dice.from(1, 28), year: dice.from(1951, 2006) },
    email_marketing: consent === 'subscribed' ? 'unknown' : consent,
    sms_marketing: dice.of(CONSENTS),
  };
}

/** The remaining points of the former program. Each lot was earned in another month, so each expires in another. */
function lotsOf(dice: Dice, begin: number): { points: number; expires_at: number }[] {
  return Array.from({ length: dice.from(1, 4) }, () => ({
    points: Math.ceil(dice.logNormal(85, 0.7)),
    expires_at: begin + dice.from(20, 520) * DAY,
  })).sort((a, b) => a.expires_at - b.expires_at);
}
