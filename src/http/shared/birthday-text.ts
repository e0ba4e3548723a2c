import type { Birthday } from '../../domain/core/calendar.ts';

/** `1990-05-27`; without a year `05-27`. */
export function birthdayText({ day, month, year }: Birthday): string {
  const parts = [...(typeof year === 'number' ? [String(year).padStart(4, '0')] : []), pad(month), pad(day)];
  return parts.join('-');
}

/** Reads a text of `BIRTHDAY_PATTERN`. The caller checks whether the day exists. */
export function readBirthday(text: string): Birthday {
  const numbers = text.split('-').map(Number);
  const [month, day] = numbers.slice(-2) as [number, number];
  return { day, month, year: numbers.length === 3 ? numbers[0]! : null };
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
