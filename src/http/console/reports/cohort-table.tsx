import type { Report } from '../../../domain/reports/read-report.ts';
import { useWording } from '../language/use-wording.ts';

type Rows = Report['rows'];

interface Cohort {
  month: string;
  members: number;
  /**
   * The redeemed share of the cohort's points, by months since the joining, beginning with the month of the joining;
   * null: none yet.
   */
  rates: (number | null)[];
}

const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;

/**
 * The share of its points that each cohort has redeemed at each age. The customers of a cohort joined in the same month
 * of the report.
 */
export function cohortRates(rows: Rows): Cohort[] {
  const months = [...new Set(rows.map(({ period }) => String(period)))].sort();
  const last = months.at(-1);
  if (last === undefined) return [];
  const cohorts = [...new Set(rows.map(({ cohort }) => String(cohort)))].sort();
  return cohorts
    .filter((cohort) => cohort >= months[0]!)
    .map((cohort) => {
      const own = rows.filter((row) => row.cohort === cohort);
      let earned = 0;
      let redeemed = 0;
      const rates = Array.from({ length: monthNumber(last) - monthNumber(cohort) + 1 }, (_, age) => {
        const row = own.find(({ period }) => monthNumber(String(period)) === monthNumber(cohort) + age);
        earned += Number(row?.earned ?? 0) - Number(row?.voided ?? 0);
        redeemed += Number(row?.redeemed ?? 0) - Number(row?.refunded ?? 0);
        return earned <= 0 ? null : redeemed / earned;
      });
      return { month: cohort, members: Number(own[0]?.members ?? 0), rates };
    });
}

/**
 * One row for each cohort, one column for each age. The more was redeemed, the stronger the colour of the cell. The
 * figure says the same.
 */
export function CohortTable({ rows }: { rows: Rows }) {
  const { say, count, share, periodLong } = useWording();
  const cohorts = cohortRates(rows);
  const ages = Math.max(0, ...cohorts.map(({ rates }) => rates.length));
  if (cohorts.length === 0) return null;
  const most = Math.max(0.01, ...cohorts.flatMap(({ rates }) => rates.map((rate) => rate ?? 0)));
  return (
    <div class="stack tight">
      <p class="muted small">{say('report_cohorts_about')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by the arrow keys. */}
      <section class="scroll" tabIndex={0} aria-label={say('report_cohorts')}>
        <table class="table heat">
          <thead>
            <tr>
              <th scope="col">{say('team_joined')}</th>
              <th scope="col" class="end">
                {say('column_members')}
              </th>
              {Array.from({ length: ages }, (_, age) => (
                <th scope="col" class="end">
                  {age}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cohorts.map(({ month, members, rates }) => (
              <tr>
                <th scope="row">{periodLong(month, 'month')}</th>
                <td>{count(members)}</td>
                {rates.map((rate) => (
                  <td
                    class={
                      rate === null ? undefined : `h${Math.max(0, Math.min(4, Math.ceil((4 * rate) / most)))}`
                    }
                  >
                    {rate === null ? '' : share(rate, 0)}
                  </td>
                ))}
                {Array.from({ length: ages - rates.length }, () => (
                  <td />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
