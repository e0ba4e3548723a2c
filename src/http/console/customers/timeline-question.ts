import {
  TIMELINE_KINDS,
  type TimelineKind,
  type TimelinePlace,
} from '../../../domain/listings/customer-timeline.ts';

/** The kinds of entries that each choice shows. */
export const KINDS_SHOWN = {
  all: TIMELINE_KINDS,
  points: ['transaction', 'gift'],
  orders: ['order'],
  tiers: ['tier'],
  people: ['deed', 'note'],
} as const satisfies Record<string, readonly TimelineKind[]>;

export type Shown = keyof typeof KINDS_SHOWN;

export const SHOWN = Object.keys(KINDS_SHOWN) as Shown[];

/** The part of a timeline that a reader asks for. */
export interface TimelineQuestion {
  show: Shown;
  /** null: from the newest entry on. */
  before: TimelinePlace | null;
}

export function timelineQuestion(query: Readonly<Record<string, string | undefined>>): TimelineQuestion {
  const { show = '', before = '' } = query;
  const [, at, kind, id] = /^(\d{1,15})-([a-z]+)-(\d{1,15})$/.exec(before) ?? [];
  const known = TIMELINE_KINDS.find((one) => one === kind);
  return {
    show: Object.hasOwn(KINDS_SHOWN, show) ? (show as Shown) : 'all',
    before: known ? { at: Number(at), kind: known, id: Number(id) } : null,
  };
}

/** The parameters of the address with this part. */
export function timelineQuery({ show, before }: TimelineQuestion): Record<string, string> {
  return {
    ...(show !== 'all' && { show }),
    ...(before && { before: `${before.at}-${before.kind}-${before.id}` }),
  };
}
