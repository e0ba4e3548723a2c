import type { Balance } from '../../../domain/ledger/balance-at.ts';
import type { CurvePoint } from '../../../domain/listings/balance-curve.ts';
import { Card } from '../design/card.tsx';
import { Facts } from '../design/facts.tsx';
import { Plot } from '../design/plot.tsx';
import { useWording } from '../language/use-wording.ts';

interface BalanceProps {
  balance: Balance;
  curve: readonly CurvePoint[];
  zone: string;
}

/** The most days of expiry that are shown one by one. */
const MOST_DAYS = 6;

/** The history of the balance, and the days on which parts of it expire. */
export function BalanceCard({ balance, curve, zone }: BalanceProps) {
  const { say, count, periodLong, periodShort } = useWording();
  return (
    <Card title={say('balance')} id="balance">
      <Plot
        low
        summary={say('balance_summary')}
        form="lines"
        period_name={say('period_week')}
        periods={curve.map(({ week }) => ({ short: periodShort(week), long: periodLong(week, 'week') }))}
        series={[{ name: say('points'), tone: 1, values: curve.map(({ points }) => points) }]}
        text={count}
      />
      <Expiries balance={balance} zone={zone} />
    </Card>
  );
}

function Expiries({ balance: { lots, next_expiry }, zone }: Pick<BalanceProps, 'balance' | 'zone'>) {
  const { say, count, date } = useWording();
  const ends = lots.flatMap(({ expires_at, remaining }) =>
    expires_at === null ? [] : [{ at: expires_at, points: remaining }],
  );
  // If points expire all together after inactivity, they are in no lot.
  if (next_expiry && ends.length === 0) ends.push(next_expiry);
  const days = new Map<string, number>();
  for (const { at, points } of ends.sort((a, b) => a.at - b.at)) {
    const day = date(at, zone);
    days.set(day, (days.get(day) ?? 0) + points);
  }
  const told = [...days];
  if (told.length === 0) return <p class="muted small">{say('balance_never_expires')}</p>;
  const later = told.slice(MOST_DAYS).reduce((sum, [, points]) => sum + points, 0);
  return (
    <Facts
      facts={[
        ...told
          .slice(0, MOST_DAYS)
          .map(([day, points]) => [say('balance_expires', { day }), count(points)] as const),
        later === 0 ? undefined : [say('balance_expires_later'), count(later)],
      ]}
    />
  );
}
