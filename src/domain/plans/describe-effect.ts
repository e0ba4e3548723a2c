import { localDate } from '../core/calendar.ts';
import type { LocalizedText } from '../programs/program-settings.ts';
import type { PlanEffect } from './effect.ts';
import type { Programs } from './program-after.ts';

type Words = (effect: PlanEffect, names: Names) => string;

/** A sentence for each kind, for the people who run the program. */
const SENTENCES: Record<PlanEffect['kind'], Words> = {
  tier_rises: (effect, { tier }) =>
    effect.from_tier === null
      ? `${customers(effect)} come${s(effect)} into ${tier(effect.to_tier)} at once`
      : `${customers(effect)} rise${s(effect)} from ${tier(effect.from_tier)} to ${tier(effect.to_tier)} at once`,
  tier_leaves: (effect, { tier }) =>
    `${customers(effect)} go${s(effect, 'es')} from ${tier(effect.from_tier)}, which ends, to ${tier(effect.to_tier)} at once`,
  tier_falls: (effect, { tier, day }) =>
    `${customers(effect)} fall${s(effect)} from ${tier(effect.from_tier)} to ${tier(effect.to_tier)} when ${their(effect)} membership ends${first(effect, day)}`,
  tier_stays: (effect, { tier, day }) =>
    `${customers(effect)} who would fall from ${tier(effect.from_tier)} to ${tier(effect.to_tier)} stay${s(effect)}${first(effect, day)}`,
  limit_opens: (effect, { entry }) => `${customers(effect)} may ${verb(effect)} ${entry(effect)} again`,
  limit_closes: (effect, { entry }) =>
    `${customers(effect)} may not ${verb(effect)} ${entry(effect)} any more under the new limit`,
  points_expire: (effect) => `${points(effect)} of ${customers(effect)} expire at once`,
  points_expiry_moves: (effect, { day }) =>
    effect.first_at === null || effect.first_at === undefined
      ? `${points(effect)} of ${customers(effect)} no longer expire`
      : `${points(effect)} of ${customers(effect)} expire at other times than before, the first on ${day(effect.first_at)}`,
  claims_outstanding: (effect, { entry }) =>
    `${count(effect.claims ?? 0, 'claim')} of ${entry(effect)} ${effect.claims === 1 ? 'is' : 'are'} not used yet and can still be used`,
  stock_changes: (effect, { entry }) => describeStock(effect, entry(effect)),
  codes_missing: (effect, { entry }) => describeCodes(effect, entry(effect)),
  change_unfinished: ({ version }) =>
    `Version ${version} has not reached every customer yet, so the counts may still move`,
};

/** `12 customers fall from Gold to Member when their membership ends, the first on 3 December.` Pure. */
export function describeEffect(effect: PlanEffect, programs: Programs, now: number): string {
  return `${SENTENCES[effect.kind](effect, namesOf(programs, now))}.`;
}

interface Names {
  tier(key: string | null | undefined): string;
  entry(effect: PlanEffect): string;
  day(ms: number): string;
}

function namesOf({ before, after }: Programs, now: number): Names {
  const [home] = after.sites;
  const words = (text: LocalizedText | null | undefined): string | undefined =>
    typeof text === 'string' ? text : (text?.[home?.languages[0] ?? ''] ?? Object.values(text ?? {})[0]);
  const tiers = [after, before].flatMap((program) => [...program.tiers, ...program.conditional_tiers]);
  const zone = home?.time_zone ?? 'UTC';
  return {
    tier: (key) => (key == null ? 'no tier' : (words(tiers.find((tier) => tier.key === key)?.name) ?? key)),
    entry: ({ rule, reward }) => (rule === undefined ? `reward ${reward}` : `rule ${rule}`),
    day: (ms) => dayText(localDate(ms, zone), localDate(now, zone)),
  };
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** `3 December`, with the year if it is not the present year. */
function dayText(date: string, today: string): string {
  const [year, month, day] = date.split('-');
  const text = `${Number(day)} ${MONTHS[Number(month) - 1]}`;
  return today.startsWith(`${year}-`) ? text : `${text} ${year}`;
}

function describeStock({ stock }: PlanEffect, entry: string): string {
  const { variant_id, before, after } = stock!;
  const what = variant_id === null ? entry : `variant ${variant_id} of ${entry}`;
  if (after === null) return `The stock of ${what} is no longer counted`;
  if (before === null) return `The stock of ${what} is counted from now on, beginning at ${number(after)}`;
  if (after === 0) return `${capital(what)} runs out: ${number(before)} were left`;
  return `${number(after)} of ${what} are left instead of ${number(before)}`;
}

function describeCodes({ codes }: PlanEffect, entry: string): string {
  const { remaining, wanted } = codes!;
  if (remaining === 0) return `${capital(entry)} has no code in its pool, so nobody can claim it`;
  return `${capital(entry)} has ${count(remaining, 'code')} in its pool for a stock of ${number(wanted!)}`;
}

function customers(effect: PlanEffect): string {
  return count(effect.customers ?? 0, 'customer');
}

function points(effect: PlanEffect): string {
  return count(effect.points ?? 0, 'point');
}

function first({ first_at, customers }: PlanEffect, day: Names['day']): string {
  if (first_at == null) return '';
  return customers === 1 ? `, on ${day(first_at)}` : `, the first on ${day(first_at)}`;
}

/** The ending of a verb after this number of customers. */
function s({ customers }: PlanEffect, ending = 's'): string {
  return customers === 1 ? ending : '';
}

function their({ customers }: PlanEffect): string {
  return customers === 1 ? 'its' : 'their';
}

function verb({ rule }: PlanEffect): string {
  return rule === undefined ? 'claim' : 'complete';
}

function count(of: number, noun: string): string {
  return `${number(of)} ${noun}${of === 1 ? '' : 's'}`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
