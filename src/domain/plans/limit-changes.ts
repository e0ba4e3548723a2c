import { isDeepStrictEqual } from 'node:util';
import { type Limit, windowStart } from '../core/limits.ts';
import { isEnabledForSome, type Program, type Reward, type Rule } from '../programs/configuration.ts';
import type { Programs } from './program-after.ts';

/** A limit at one home site, before and after the change. */
export interface LimitChange {
  kind: 'rule' | 'reward';
  key: string;
  subject_id: number;
  site_id: number;
  before: CountedLimit;
  after: CountedLimit;
}

interface CountedLimit {
  /** null: there is no limit. */
  count: number | null;
  /** The start of the present window, in ms. */
  window_start: number;
}

/** The limits that the change affects, of rules and rewards that are enabled before and after it. Pure. */
export function limitChanges({ before, after }: Programs, now: number): LimitChange[] {
  return [...changesOf('rule', before.rules, after), ...changesOf('reward', before.rewards, after)];

  function changesOf(
    kind: 'rule' | 'reward',
    held: readonly (Rule | Reward)[],
    wanted: Program,
  ): LimitChange[] {
    return held.flatMap((was): LimitChange[] => {
      const is = kind === 'rule' ? wanted.rule(was.id)! : wanted.reward(was.id)!;
      if (!isEnabledForSome(was) || !isEnabledForSome(is)) return [];
      return before.sites.flatMap((site) => {
        const counted = (limit: Limit | null, zone: string): CountedLimit => ({
          count: limit?.count ?? null,
          window_start: windowStart(limit, zone, now),
        });
        const limits = {
          before: counted(was.limit, site.time_zone),
          after: counted(is.limit, wanted.site(site.id)!.time_zone),
        };
        if (isDeepStrictEqual(limits.before, limits.after)) return [];
        return [{ kind, key: was.key, subject_id: was.id, site_id: site.id, ...limits }];
      });
    });
  }
}
