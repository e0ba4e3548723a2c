import type { Limit } from '../core/limits.ts';
import type { RecountedSubject } from './follow-up-store.ts';
import type { PlannedEntry } from './plan-entries.ts';
import type { SiteDefinition } from './program-settings.ts';
import type { RewardDefinition } from './reward-definition.ts';
import type { RuleDefinition } from './rule-definition.ts';

/**
 * Rules and rewards whose limits count over another interval than before. If the days of a site begin at other moments,
 * also all that count by days.
 */
export function subjectsToRecount(plan: readonly PlannedEntry[]): RecountedSubject[] {
  const sites = plan.filter((entry) => entry.kind === 'site' && entry.held);
  const subjects: RecountedSubject[] = [];
  for (const entry of plan) {
    if ((entry.kind !== 'rule' && entry.kind !== 'reward') || !entry.held) continue;
    const limit = limitOf(entry.definition);
    const newInterval = (limitOf(entry.held.definition)?.interval ?? null) !== (limit?.interval ?? null);
    for (const site of sites) {
      const newDays = Boolean(limit?.interval) && zoneOf(site.held!.definition) !== zoneOf(site.definition);
      if (!newInterval && !newDays) continue;
      subjects.push({ kind: entry.kind, subject_id: entry.held.id, site_id: site.held!.id });
    }
  }
  return subjects;
}

function limitOf(definition: object): Limit | null {
  return (definition as RuleDefinition | RewardDefinition).limit;
}

function zoneOf(definition: object): string {
  return (definition as SiteDefinition).time_zone;
}
