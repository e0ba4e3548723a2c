import { DEFERRED_REVENUE, netSales } from './money-columns.ts';
import { count, flow, money, points, type ReportColumn, round } from './report-columns.ts';
import type { Cell } from './sheet.ts';
import type { Source, Subject } from './sheet-source-store.ts';

export const REPORT_FILTERS = ['site', 'tier', 'rule', 'reward'] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];

export interface ReportKind {
  /** A sentence with the question that the report answers. */
  about: string;
  /** The report has a row for each period and each subject with flows in it; null: a row for every period. */
  subject: Subject | null;
  sources: readonly Source[];
  /** The filters that the report accepts: each selects one site, tier, rule or reward. */
  filters: readonly ReportFilter[];
  /** The periods are whole months. */
  monthly?: true;
  columns: Readonly<Record<string, ReportColumn>>;
}

const opening = points('Points outstanding before the period.', 120_000, (cell) => cell.opening);
const closing = points('Points outstanding after the period.', 140_500, (cell) => cell.closing);

/** In the order of the formula: opening + earned + added − removed − … = closing. */
const ROLL_FORWARD = {
  opening,
  earned: flow('earned', 41_000),
  added: flow('added', 500),
  removed: flow('removed', 250),
  redeemed: flow('redeemed', 18_400),
  refunded: flow('refunded', 600),
  expired: flow('expired', 2_150),
  voided: flow('voided', 800),
  merged: flow('merged'),
  imported: flow('imported'),
  closing,
};

/** Points taken back and points given back are subtracted. */
const rate = ({ points: { earned, voided, redeemed, refunded } }: Cell): number | null =>
  earned - voided <= 0 ? null : round((redeemed - refunded) / (earned - voided));

const POINTS = { sources: ['flows'], filters: REPORT_FILTERS } as const;
const POINTS_AND_MEMBERS = { sources: ['flows', 'members'], filters: ['site', 'tier'] } as const;

const value = (example: number) =>
  money(
    'Points outstanding after the period × the value of a point. Null: it is not known.',
    example,
    (cell, worth) => worth.ofPoints(cell.closing),
  );

const members = count('Members after the period.', 1_940, (cell) => cell.members);

export const REPORT_KINDS = {
  roll_forward: {
    about: 'How points outstanding went from opening to closing, to the point.',
    subject: null,
    ...POINTS,
    columns: ROLL_FORWARD,
  },
  overview: {
    about: 'What was sold, who came, what the program gave, what was redeemed, and what is outstanding.',
    subject: null,
    ...POINTS_AND_MEMBERS,
    sources: ['flows', 'members', 'sales'],
    columns: {
      orders: count('Orders that were recorded.', 540, (cell) => cell.transactions.sales),
      net_sales: netSales,
      enrolled: count('Customers who became members.', 64, (cell) => cell.points.came),
      members,
      earned: flow('earned', 41_000),
      redeemed: flow('redeemed', 18_400),
      expired: flow('expired', 2_150),
      claims: count('Redemptions that cost points.', 92, (cell) => cell.transactions.redeemed),
      redemption_rate: {
        unit: 'share',
        meaning:
          'Redeemed less refunded points, as a part of 1 of earned less voided points. Null: none was earned.',
        example: 0.4428,
        of: rate,
      },
      outstanding: closing,
      outstanding_value: value(1_405),
      pending: points('Points that wait for approval after the period.', 6_300, (cell) => cell.pending),
    },
  },
  points: {
    about: 'How many points moved in every way, and in how many transactions.',
    subject: null,
    ...POINTS,
    columns: {
      earned: flow('earned', 41_000),
      earnings: count('Transactions that earned points.', 610, (cell) => cell.transactions.earned),
      redeemed: flow('redeemed', 18_400),
      redemptions: count('Transactions that redeemed points.', 92, (cell) => cell.transactions.redeemed),
      refunded: flow('refunded', 600),
      voided: flow('voided', 800),
      expired: flow('expired', 2_150),
      added: flow('added', 500),
      removed: flow('removed', 250),
      imported: flow('imported'),
      pending: points('Points that wait for approval after the period.', 6_300, (cell) => cell.pending),
    },
  },
  liability: {
    about: 'The points that the program owes at the end of each period, and those that may follow.',
    subject: null,
    ...POINTS,
    columns: {
      outstanding: closing,
      value: value(1_405),
      change: points('Closing less opening.', 20_500, (cell) => cell.closing - cell.opening),
      pending: points(
        'Points that wait for approval after the period. They are not owed yet.',
        6_300,
        (cell) => cell.pending,
      ),
    },
  },
  tiers: {
    about: 'The points of customers by the tier that they were in.',
    subject: 'tier',
    ...POINTS_AND_MEMBERS,
    columns: {
      ...ROLL_FORWARD,
      came: count('Members who entered the tier.', 41, (cell) => cell.points.came),
      went: count('Members who left the tier.', 12, (cell) => cell.points.went),
      members: count('Members in the tier after the period.', 318, (cell) => cell.members),
    },
  },
  rules: {
    about: 'The points that each rule gave, and what was taken back of them.',
    subject: 'rule',
    ...POINTS,
    columns: {
      earned: flow('earned', 41_000),
      earnings: count(
        'Transactions that earned points by the rule.',
        610,
        (cell) => cell.transactions.earned,
      ),
      voided: flow('voided', 800),
      pending: points(
        'By how much its points that wait for approval changed.',
        1_200,
        (cell) => cell.points.pending,
      ),
    },
  },
  rewards: {
    about: 'The points that each reward was redeemed for, and what came back of them.',
    subject: 'reward',
    ...POINTS,
    columns: {
      redeemed: flow('redeemed', 18_400),
      redemptions: count(
        'Redemptions of the reward that cost points.',
        92,
        (cell) => cell.transactions.redeemed,
      ),
      refunded: flow('refunded', 600),
      refunds: count('Redemptions that were given back or lapsed.', 3, (cell) => cell.transactions.refunded),
    },
  },
  members: {
    about: 'Who became a member, who is one no longer, and how many there are.',
    subject: null,
    sources: ['members'],
    filters: ['site', 'tier'],
    columns: {
      came: count('Customers who became members, or entered the tier.', 64, (cell) => cell.points.came),
      went: count(
        'Members who were merged into others or erased, or left the tier.',
        3,
        (cell) => cell.points.went,
      ),
      members,
    },
  },
  referrals: {
    about: 'How many friends asked for a code, used it, and became customers.',
    subject: null,
    sources: ['referrals'],
    filters: ['site', 'tier'],
    columns: {
      asked: count('Friends who asked for a code.', 25, (cell) => cell.points.asked),
      used: count('Codes of friends that were used on an order.', 9, (cell) => cell.points.used),
      completed: count('Referrals that were completed.', 8, (cell) => cell.points.completed),
    },
  },
  deferred_revenue: {
    about:
      'How much of net sales is deferred for the points that they gave, and becomes revenue as points are redeemed.',
    subject: null,
    sources: ['flows', 'sales'],
    filters: [],
    monthly: true,
    columns: DEFERRED_REVENUE,
  },
  cohorts: {
    about: 'What customers who became members in the same month earned and redeemed since, month by month.',
    subject: 'cohort',
    monthly: true,
    sources: ['cohorts'],
    filters: ['site', 'tier'],
    columns: {
      members: count(
        'Customers who became members in the month of the cohort, in whichever tier they are.',
        64,
        (cell) => cell.members,
      ),
      earned: flow('earned', 4_100),
      redeemed: flow('redeemed', 1_840),
      refunded: flow('refunded', 60),
      voided: flow('voided', 80),
      expired: flow('expired', 215),
    },
  },
} satisfies Record<string, ReportKind>;

export type ReportName = keyof typeof REPORT_KINDS;
export const REPORT_NAMES = Object.keys(REPORT_KINDS) as ReportName[];

/** A wide type, so that code can read all kinds in the same way. */
export function reportKind(name: ReportName): ReportKind {
  return REPORT_KINDS[name];
}

/** The columns of a report's rows, in their order. */
export function columnNames(name: ReportName): string[] {
  const { subject, columns } = reportKind(name);
  return ['period', ...(subject ? [subject] : []), ...Object.keys(columns)];
}

export function hasSales(name: ReportName): boolean {
  return reportKind(name).sources.includes('sales');
}

/** Whether a report has amounts of money, and so the value of a point. */
export function hasMoney(name: ReportName): boolean {
  return Object.values(reportKind(name).columns).some(({ unit }) => unit === 'money');
}
