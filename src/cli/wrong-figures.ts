import type { VerifiedFigures, WrongFigure } from '../domain/reports/verify-store.ts';

/** Everything that does not add up, one line each. */
export interface WrongLines {
  /** Sums that differ from the rows that they count. */
  sums: string[];
  /** Orders and referrals whose recorded changes, which the sums count, do not lead to their present state. */
  changes: string[];
}

export function wrongLines(result: VerifiedFigures): WrongLines {
  return {
    sums: [
      ...result.wrong.map(describe),
      ...result.wrong_balances.map(
        ({ customer_id, stored, summed }) =>
          `customer ${customer_id}, points by month: stored ${stored}, transactions give ${summed}`,
      ),
      ...result.wrong_vintages.map(
        ({ vintage, stored, summed }) =>
          `points of ${vintage.slice(0, 7)}: stored ${stored}, what became of them gives ${summed}`,
      ),
      ...result.wrong_cohorts.map(
        ({ cohort, month, site_id, tier_id, flow, stored, summed }) =>
          `members of ${cohort.slice(0, 7)}, site ${site_id}, ${tier_id === null ? '' : `tier ${tier_id}, `}${flow} in ${month.slice(0, 7)}: stored ${stored}, transactions give ${summed}`,
      ),
      ...result.wrong_members.map(
        ({ day, site_id, tier_id, stored, summed }) =>
          `members of ${day}, site ${site_id}, tier ${tier_id}: stored ${stored}, their changes give ${summed}`,
      ),
      ...result.wrong_sales.map(
        ({ day, site_id, tier_id, stored, summed }) =>
          `net sales of ${day}, site ${site_id}, tier ${tier_id}, in minor units: stored ${stored}, their changes give ${summed}`,
      ),
      ...result.wrong_referrals.map(
        ({ day, site_id, tier_id, stored, summed }) =>
          `referrals of ${day}, site ${site_id}, tier ${tier_id}: stored ${stored}, their changes give ${summed}`,
      ),
      ...result.wrong_late.map(
        (late) => `${late.flow} ${describeLate(late)}, transactions give ${late.summed}`,
      ),
      ...result.wrong_late_sales.map(
        (late) => `net sales ${describeLate(late)}, in minor units, their changes give ${late.summed}`,
      ),
    ],
    changes: [
      ...result.wrong_steps.map(
        ({ referral_id, step, stored, summed }) =>
          `referral ${referral_id}, ${step}: its changes give ${stored}, the referral ${summed}`,
      ),
      ...result.wrong_orders.map(
        ({ order_id, stored, summed }) =>
          `order ${order_id}, net sales in minor units: its changes give ${stored}, the order ${summed}`,
      ),
    ],
  };
}

function describe({ day, site_id, tier_id, rule_id, reward_id, flow, stored, summed }: WrongFigure): string {
  const about = `site ${site_id}, tier ${tier_id}, rule ${rule_id}, reward ${reward_id}`;
  return `${day}, ${about}, ${flow}: stored ${stored}, transactions give ${summed}`;
}

function describeLate({ booked, dated, stored }: { booked: string; dated: string; stored: number }): string {
  return `of ${dated.slice(0, 7)} booked in ${booked.slice(0, 7)}: stored ${stored}`;
}
