import type { Balance } from '../../../domain/ledger/balance-at.ts';
import type { CurvePoint } from '../../../domain/listings/balance-curve.ts';
import { Card } from '../design/card.tsx';
import { Facts } from '../design/facts.tsx';
import { countText, periodLong, periodShort } from '../design/numbers.ts';
import { Plot } from '../design/plot.tsx';
import { dayOf } from './why-points.ts';

interface BalanceProps {
  balance: Balance;
  curve: readonly CurvePoint[];
  zone: string;
}

/** So many days on which points expire are told one by one. */
const MOST_DAYS = 6;

/** How the balance came to be what it is, and what of it expires when. */
export function BalanceCard({ balance, curve, zone }: BalanceProps) {
  return (
    <Card title="Balance" id="balance">
      <Plot
        low
        summary="Balance at the end of each week of a year"
        form="lines"
        period_name="Week"
        periods={curve.map(({ week }) => ({ short: periodShort(week), long: periodLong(week, 'week') }))}
        series={[{ name: 'Points', tone: 1, values: curve.map(({ points }) => points) }]}
        text={countText}
      />
      <Expiries balance={balance} zone={zone} />
    </Card>
  );
}

function Expiries({ balance: { lots, next_expiry }, zone }: Pick<BalanceProps, 'balance' | 'zone'>) {
  const ends = lots.flatMap(({ expires_at, remaining }) =>
    expires_at === null ? [] : [{ at: expires_at, points: remaining }],
  );
  // Points that expire all together for want of activity are in no lot.
  if (next_expiry && ends.length === 0) ends.push(next_expiry);
  const days = new Map<string, number>();
  for (const { at, points } of ends.sort((a, b) => a.at - b.at)) {
    const day = dayOf(at, zone);
    days.set(day, (days.get(day) ?? 0) + points);
  }
  const told = [...days];
  if (told.length === 0) return <p class="muted small">None of these points expires by itself.</p>;
  const later = told.slice(MOST_DAYS).reduce((sum, [, points]) => sum + points, 0);
  return (
    <Facts
      facts={[
        ...told.slice(0, MOST_DAYS).map(([day, points]) => [`Expires ${day}`, countText(points)] as const),
        later === 0 ? undefined : ['Expires later', countText(later)],
      ]}
    />
  );
}
