import { intervalAt } from '../../domain/core/calendar.ts';
import type { Dice } from '../dice.ts';

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** The demand in the middle of each month, January first: a peak before Christmas, a dip in summer. */
const MONTHS = [0.78, 0.82, 0.93, 1.02, 1.04, 0.9, 0.71, 0.75, 0.97, 1.09, 1.52, 1.78];
/** The demand on each weekday, Sunday first. */
const WEEKDAYS = [1.13, 0.95, 0.88, 0.9, 0.94, 1.05, 1.15];
/** The share of a day's purchases in each hour. */
const HOURS = [3, 1, 1, 1, 1, 2, 5, 12, 22, 34, 42, 45, 48, 44, 38, 36, 38, 44, 52, 60, 62, 50, 30, 12].map(
  (weight, hour) => ({ weight, hour }),
);

/** The demand on a day, around 1. It depends on the season, the weekday and the days between Christmas and New Year. */
export function demandOn(moment: number): number {
  const day = new Date(moment);
  const month = day.getUTCMonth();
  const way = (day.getUTCDate() - 15) / 30;
  const neighbour = MONTHS[(month + (way < 0 ? 11 : 1)) % 12]!;
  const season = MONTHS[month]! + (neighbour - MONTHS[month]!) * Math.abs(way);
  const isQuiet = month === 11 && day.getUTCDate() > 23;
  return season * WEEKDAYS[day.getUTCDay()]! * (isQuiet ? 0.45 : 1);
}

/** The days of a history in the zone of a site. */
export class LocalDays {
  private readonly starts: number[] = [];

  constructor(zone: string, begin: number, end: number) {
    for (let noon = begin + 12 * HOUR; noon < end; noon += DAY)
      this.starts.push(intervalAt('day', zone, noon).start);
  }

  get count(): number {
    return this.starts.length;
  }

  demand(day: number): number {
    return demandOn(this.starts[day]! + 12 * HOUR);
  }

  /** A moment of a day, at an hour when people shop. */
  moment(day: number, dice: Dice): number {
    return this.starts[day]! + Math.floor((dice.weighted(HOURS).hour + dice.fraction()) * HOUR);
  }
}
