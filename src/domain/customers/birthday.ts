import type { Birthday } from '../core/calendar.ts';
import type { CustomerRow } from './customer-row.ts';

export function birthdayOf(customer: CustomerRow): Birthday | null {
  const { birthday_day: day, birthday_month: month, birthday_year: year } = customer;
  return day === null || month === null ? null : { day, month, year };
}
