import { isoText } from '../../db/timestamps.ts';
import type { OrderedIds } from '../listings/begin-reading.ts';
import type { ExportName } from './export-names.ts';

/** A column of an export: its name, and the SQL of its value. */
export interface ExportColumn {
  name: string;
  sql: string;
  /** The value was written by people: csv protects it, so that a spreadsheet does not run it. */
  text?: true;
}

/**
 * A table and the records that belong to it, of one program (`$program`), in the order of ids. `t` is the table itself.
 */
interface ExportSource {
  from: string;
  where: string;
  ids: OrderedIds;
  columns: readonly ExportColumn[];
}

const plain = (...names: string[]): ExportColumn[] => names.map((name) => ({ name, sql: `t.${name}` }));
const text = (name: string, sql = `t.${name}`): ExportColumn => ({ name, sql, text: true });
const at = (name: string, sql = `t.${name}`): ExportColumn => ({ name, sql: isoText(sql) });

/** Without a year the form is `--MM-DD`, from an earlier edition of ISO 8601. */
const BIRTHDAY = `case when t.birthday_day is null then null
  else coalesce(lpad(t.birthday_year::text, 4, '0'), '-') || '-' || lpad(t.birthday_month::text, 2, '0') || '-' || lpad(t.birthday_day::text, 2, '0') end`;

const LOTS = `case when t.lots_since is not null then (
    select string_agg(l.remaining || coalesce('@' || ${isoText('l.expires_at')}, ''), ';' order by l.expires_at nulls last, l.id)
      from lots l where l.program_id = t.program_id and l.customer_id = t.id and l.remaining > 0) end`;

/** The same form as `LOTS`. Points that a back end must approve have no date. */
const PENDING = `(
    select string_agg((a.value - a.taken_back) || coalesce('@' || ${isoText('a.approves_at')}, ''), ';' order by a.approves_at nulls last, a.id)
      from activities a where a.program_id = t.program_id and a.customer_id = t.id and a.state = 'pending' and a.value > a.taken_back)`;

const CUSTOMER: ExportColumn[] = [
  { name: 'customer_id', sql: 't.customer_id' },
  text('customer_merchant_id', 'c.merchant_id'),
  text('customer_email', 'c.email'),
];
const JOIN_CUSTOMER = 'join customers c on c.program_id = $program and c.id = t.customer_id';

export const SOURCES: Record<ExportName, ExportSource> = {
  customers: {
    from: `customers t
      left join program_entries tier on tier.program_id = $program and tier.id = t.tier_id
      left join program_entries site on site.program_id = $program and site.id = t.site_id
      left join customers referrer on referrer.program_id = $program and referrer.id = coalesce(t.referred_by, -t.id)`,
    where: 't.merged_into is null and t.erased_at is null',
    ids: { sequence: 'customer_ids', namespace: 14 },
    columns: [
      ...plain('id'),
      text('merchant_id'),
      text('email'),
      text('first_name'),
      text('last_name'),
      text('birthday', BIRTHDAY),
      ...plain('email_marketing', 'sms_marketing'),
      { name: 'points', sql: 't.points_approved' },
      ...plain('points_pending'),
      { name: 'pending', sql: PENDING },
      ...plain('points_spent'),
      { name: 'lots', sql: LOTS },
      { name: 'tier', sql: 'tier.key' },
      at('tier_expires_at'),
      at('enrolled_at'),
      { name: 'blocked', sql: 't.blocked_at is not null' },
      text('referral_id'),
      text('referred_by', 'referrer.merchant_id'),
      text('metadata'),
      { name: 'site', sql: 'site.key' },
      at('created_at'),
      at('updated_at'),
    ],
  },
  transactions: {
    from: `transactions t ${JOIN_CUSTOMER}
      left join activities a on a.program_id = $program and a.id = coalesce(t.activity_id, -t.id)
      left join claimed_rewards r on r.program_id = $program and r.id = coalesce(t.claimed_reward_id, -t.id)`,
    where: 'true',
    ids: { sequence: 'transaction_ids', namespace: 12 },
    columns: [
      ...plain('id'),
      at('created_at'),
      ...plain('resource', 'points_approved', 'points_pending'),
      ...CUSTOMER,
      ...plain('activity_id'),
      { name: 'activity_state', sql: 'a.state' },
      { name: 'rule_id', sql: 'a.rule_id' },
      text('rule_name', 'case when a.rule_id is not null then a.name end'),
      ...plain('claimed_reward_id'),
      { name: 'reward_id', sql: 'r.reward_id' },
      text('adjustment_note', `case when t.resource = 'adjustment' then t.note end`),
    ],
  },
  activities: {
    from: `activities t ${JOIN_CUSTOMER}`,
    where: 'true',
    ids: { sequence: 'entry_ids', namespace: 11 },
    columns: [
      ...plain('id'),
      at('created_at'),
      at('date'),
      text('name'),
      text('merchant_id'),
      // Points that were taken back do not count. A declined or void activity shows the value that it would have had.
      {
        name: 'value',
        sql: `case when t.state in ('pending', 'approved') then t.value - t.taken_back else t.value end`,
      },
      ...plain('state', 'resource', 'rule_id'),
      ...CUSTOMER,
    ],
  },
};
