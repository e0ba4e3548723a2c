import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { type PointsForecast, readForecast, type VintageRow } from '../domain/reports/forecast.ts';
import { EXIT } from './exit-codes.ts';
import type { Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';
import { withProgram } from './with-program.ts';

/** The number of ages that fit into 80 columns. */
const AGES_SHOWN = 13;

/** `loyaltyd reports forecast` */
export async function forecastCommand(shell: Shell, options: { program: string }): Promise<Outcome> {
  const forecast = await withProgram(loadConfig(shell.env), SERVER_LIMITS, options.program, readForecast);
  return { exit_code: EXIT.ok, text: forecastText(forecast), json: forecast };
}

/** At most 80 columns wide. */
export function forecastText(forecast: PointsForecast): string {
  return [...sentences(forecast), ...triangle(forecast)].join('\n');
}

function sentences({ expectation, through, triangle: months }: PointsForecast): string[] {
  if (!expectation) {
    const known = months.length === 1 ? '1 whole month' : `${months.length} whole months`;
    return [
      `Too little history for a forecast: points of ${known} up to ${through}.`,
      'It takes four at least, with redemptions in each age, and months that are alike.',
    ];
  }
  const { redemption_rate, redemption_rate_error, redemptions, redemptions_error, back_test } = expectation;
  const tested = back_test
    ? `Six months ago it would have expected ${whole(total(back_test.months, 'expected'))} redeemed points for the six months\n` +
      `since; they were ${whole(total(back_test.months, 'redeemed'))}${deviation(back_test.error)}.`
    : 'Too little history to test it on the last six months.';
  return [
    `Of 100 points earned, ${percent(redemption_rate)} are expected to be redeemed, ± ${percent(redemption_rate_error)}.`,
    `Of those earned up to ${through}, ${whole(redemptions)} are still to be redeemed, ± ${whole(redemptions_error)}.`,
    tested,
    '',
    'Month      Redemptions     Expiries',
    ...expectation.months.map(
      ({ month, redemptions: points, expiries }) =>
        `${month}${whole(points).padStart(15)}${whole(expiries).padStart(13)}`,
    ),
  ];
}

/** The percentage of each month's points that were redeemed, by months since then. */
function triangle({ triangle: rows }: PointsForecast): string[] {
  if (rows.length === 0) return [];
  const ages = rows.slice(0, AGES_SHOWN).map((_, age) => String(age).padStart(4));
  return [
    '',
    'Redeemed, in percent of the points of a month, by months since:',
    `${'Month'.padEnd(7)}${'Points'.padStart(13)}${ages.join('')}`,
    ...rows.map((row) => `${row.month}${whole(row.earned).padStart(13)}${shares(row)}`),
  ];
}

function shares({ earned, redeemed }: VintageRow): string {
  const shown = redeemed.slice(0, AGES_SHOWN);
  return shown.map((points) => (earned > 0 ? percent(points / earned) : '-').padStart(4)).join('');
}

function total<K extends string>(months: readonly Record<K, number>[], what: K): number {
  return months.reduce((sum, month) => sum + month[what], 0);
}

function deviation(error: number | null): string {
  if (error === null || percent(Math.abs(error)) === '0') return '';
  return `: ${percent(Math.abs(error))} % too ${error > 0 ? 'many' : 'few'}`;
}

const whole = (points: number) => points.toLocaleString('en');
const percent = (part: number) => String(Math.round(part * 100));
