import { toDecimal } from '../../../domain/core/money.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { TierProgress, TierStatus } from '../../../domain/tiers/tier-status.ts';
import { Badge } from '../design/badge.tsx';
import { Card } from '../design/card.tsx';
import { Facts } from '../design/facts.tsx';
import { Moment } from '../design/moment.tsx';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { ProgramName } from '../program-name.tsx';
import { tierKey, tierName } from './tier-name.ts';

interface TierCardProps {
  program: Program;
  status: TierStatus;
  zone: string;
}

/** The missing amounts: to reach the next tier, and to keep the present one. */
export function TierCard({ program, status, zone }: TierCardProps) {
  const wording = useWording();
  const { say, language } = wording;
  const { started_at, expires_at, progress } = status;
  const { kind, upgrade_tier_id, needed_for_upgrade: missing, needed_for_renewal: renewal } = progress;
  const amount = (value: number) => amountText(wording, kind, value, program.currency);
  const next = upgrade_tier_id === null ? null : tierName(program, upgrade_tier_id, language);
  return (
    <Card
      title={say('tier')}
      id="tier"
      beside={
        <Badge mood="accent">
          <ProgramName program={program} subject="tier" of={tierKey(program, status.tier_id)} />
        </Badge>
      }
    >
      {next !== null && missing !== null && (
        <div class="stack tight">
          <p id="tier-next">{say('tier_next', { amount: amount(missing), tier: next })}</p>
          <progress aria-labelledby="tier-next" value={progress.now} max={progress.now + missing} />
        </div>
      )}
      <Facts
        facts={[
          [say('since'), <Moment at={started_at} zone={zone} />],
          [say('tier_counts'), amount(progress.now)],
          expires_at === null
            ? undefined
            : [say('customer_tier_until'), <Moment at={expires_at} zone={zone} />],
          renewal === null
            ? undefined
            : [
                say('tier_to_keep'),
                renewal === 0 ? say('tier_kept') : say('tier_more', { amount: amount(renewal) }),
              ],
        ]}
      />
    </Card>
  );
}

/** An amount in the unit that a program's tiers count. */
function amountText(
  { say, exactMoney }: ConsoleWording,
  kind: TierProgress['kind'],
  value: number,
  currency: string,
): string {
  if (kind === 'points') return say('unit_points', { count: value });
  if (kind === 'orders') return say('unit_orders', { count: value });
  return exactMoney(toDecimal(value, currency), currency);
}
