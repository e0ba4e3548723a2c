/** The times of backups in the form of BACKUP_SCHEDULE. */
const SCHEDULE = /^(?:(hourly)|(daily) ([01]\d|2[0-3]):([0-5]\d)|(weekly) (\w+) ([01]\d|2[0-3]):([0-5]\d))$/;
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The last moment of the schedule that is not after `now`, in the time zone of this process. */
export function lastScheduled(schedule: string, now: number): number {
  const [, hourly, daily, hour, minute, , day, weekHour, weekMinute] = SCHEDULE.exec(schedule)!;
  const at = new Date(now);
  if (hourly) {
    at.setMinutes(0, 0, 0);
    return at.getTime();
  }
  at.setHours(Number(hour ?? weekHour), Number(minute ?? weekMinute), 0, 0);
  const isTheDay = () => daily !== undefined || at.getDay() === DAYS.indexOf(day!);
  while (at.getTime() > now || !isTheDay()) at.setDate(at.getDate() - 1);
  return at.getTime();
}
