import type { ProgramRow } from './definition-store.ts';
import type { EntryRow, PlannedEntry } from './plan-entries.ts';
import { type ChangeRefusal, ProgramChangeRefused } from './program-change-refused.ts';
import type { ProgramDefinition } from './program-definition.ts';
import type { RewardDefinition } from './reward-definition.ts';
import type { RuleDefinition } from './rule-definition.ts';

/** Throws ProgramChangeRefused for parts of a program that can no longer be changed. */
export function refuseForbiddenChanges(
  program: ProgramRow,
  definition: ProgramDefinition,
  plan: readonly PlannedEntry[],
  customers: boolean,
): void {
  const refusals: ChangeRefusal[] = [];
  if (customers && program.currency !== definition.currency) {
    refusals.push({
      entry: null,
      property: 'currency',
      message: `cannot change from ${program.currency}: the program has customers, whose orders and balances are in it`,
    });
  }
  if (program.test !== definition.test && (customers || program.clock_offset_ms > 0)) {
    refusals.push({
      entry: null,
      property: 'test',
      message: `cannot change from ${program.test}: ${customers ? 'the program has customers' : "the program's clock was turned ahead"}`,
    });
  }
  for (const entry of plan) {
    const before = entry.held && kindOf(entry.held);
    const after = kindOf({ kind: entry.kind, definition: entry.definition });
    if (before === undefined || before === after) continue;
    refusals.push({
      entry: { kind: entry.kind, key: entry.key },
      property: 'kind',
      message: `cannot change from ${before}: give the new ${entry.kind} a new key`,
    });
  }
  if (refusals.length > 0) throw new ProgramChangeRefused(refusals);
}

function kindOf(entry: Pick<EntryRow, 'kind' | 'definition'>): string | undefined {
  if (entry.kind === 'rule') return (entry.definition as RuleDefinition).kind;
  if (entry.kind === 'reward') return (entry.definition as RewardDefinition).properties.kind;
  return undefined;
}
