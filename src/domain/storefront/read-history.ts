import type { ClaimState } from '../../db/claim-tables.ts';
import type { ActivityState } from '../../db/ledger-tables.ts';
import { msOf } from '../../db/timestamps.ts';
import { pointsExpireAt } from '../ledger/points-expiry.ts';
import type { Program } from '../programs/configuration.ts';
import type { HistoryEntry } from './customer.ts';
import { type Fields, readTuples } from './tuples.ts';

type Source = 'activity' | 'claim' | 'adjustment' | 'tier' | 'expiry';

/**
 * The columns of an entry, in the order in which they are read. `lot` is SQL for the date and the expired part of the
 * entry's lot.
 */
export const historyColumns = (h: string, lot: string) => [
  `${h}.kind`,
  `${h}.id`,
  msOf(`${h}.date`),
  `${h}.subject_id`,
  `${h}.points`,
  `${h}.state`,
  msOf(`${h}.approves_at`),
  lot,
  `${h}.source_id`,
  `${h}.title`,
];

/** The entries of a customer whose home is in `zone`, newest first. */
export function readHistory(program: Program, zone: string, text: string | null): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  for (const entry of readTuples(text, (fields) => historyEntry(program, zone, fields))) {
    if (entry) entries.push(entry);
  }
  return entries;
}

/** undefined for a claim of a reward that was added after `program` was read: the next request shows the claim. */
function historyEntry(program: Program, zone: string, fields: Fields): HistoryEntry | undefined {
  const source = fields.open().word() as Source;
  const id = fields.number();
  const date = fields.number();
  const subject = fields.nullableNumber();
  const points = fields.number();
  const state = fields.word();
  const approves_at = fields.nullableNumber();
  const lot = lotOf(fields.word());
  const origin = fields.nullableNumber();
  const title = fields.nullableText();
  switch (source) {
    case 'activity': {
      const was = state as ActivityState;
      return activityEntry(program, zone, { id, date, subject, points, was, approves_at, lot });
    }
    case 'claim': {
      const reward = program.reward(subject!);
      if (!reward) return undefined;
      const claim = { id, date, reward, title: title!, state: state as ClaimState };
      if (origin === null && points > 0)
        return { kind: 'redeemed_points_for_reward', ...claim, points_cost: points };
      const rule = origin === null ? undefined : program.rule(origin);
      return { kind: 'received_reward', ...claim, rule };
    }
    case 'adjustment': {
      if (points <= 0) return { kind: 'points_removed', id, date, points };
      const { expires_at, expired } = lot;
      return {
        kind: 'points_added',
        id,
        date,
        points,
        state: expired > 0 ? 'expired' : 'approved',
        expires_at,
      };
    }
    case 'expiry':
      return { kind: 'points_expired', id, date, points };
    case 'tier':
      return { kind: 'entered_tier', id, date, tier_id: subject!, from_tier_id: origin };
  }
}

interface Activity {
  id: number;
  date: number;
  /** The rule; null: the points come from an import. */
  subject: number | null;
  points: number;
  was: ActivityState;
  approves_at: number | null;
  lot: Lot;
}

function activityEntry(
  program: Program,
  zone: string,
  { id, date, subject, points, was, approves_at, lot }: Activity,
): HistoryEntry | undefined {
  const state = was === 'approved' && lot.expired > 0 ? 'expired' : was;
  if (subject === null) {
    // Points of an import are shown when they are approved.
    if (state === 'pending' || state === 'declined') return undefined;
    return { kind: 'points_added', id, date, points, state, expires_at: lot.expires_at };
  }
  return {
    kind: 'earned_points_from_rule',
    id,
    date,
    rule: program.rule(subject),
    points,
    state,
    approves_at,
    // Pending points have no lot yet: this is the date of the lot that they will form.
    expires_at: was === 'pending' ? pointsExpireAt(program, zone, date) : lot.expires_at,
  };
}

interface Lot {
  expires_at: number | null;
  /** The number of expired points of the lot. */
  expired: number;
}

const NO_LOT: Lot = { expires_at: null, expired: 0 };

/** The text is `date:expired`; empty: no lot. */
function lotOf(field: string): Lot {
  if (field === '') return NO_LOT;
  const [date, expired] = field.split(':');
  return { expires_at: date === '' ? null : Number(date), expired: Number(expired) };
}
