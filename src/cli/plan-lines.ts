import { isListedEffect } from '../domain/plans/effect.ts';
import type { ProgramPlan } from '../domain/plans/program-plan.ts';
import { fieldsOfPlan } from '../program-file/compare-files.ts';
import { describeFields } from './field-changes.ts';
import { wrapped } from './wrapped.ts';

/**
 * The changes of a plan field by field, and their effects. `who`: the command that lists the customers of an effect.
 */
export function planLines(plan: ProgramPlan, who?: (effect: string) => string): string[] {
  const { unchanged, effects } = plan;
  const lines = fieldsOfPlan(plan).flatMap(({ action, kind, key, fields }) => [
    `${action.padEnd(9)} ${kind} ${key}`,
    ...describeFields(fields),
  ]);
  if (unchanged > 0) lines.push(`${unchanged} unchanged`);
  if (effects.length === 0) return lines;
  lines.push('', 'What follows for customers and supplies:');
  for (const { kind, name, sentence } of effects) {
    lines.push(...wrapped(sentence, '  '));
    if (who && isListedEffect(kind)) lines.push(`    who: ${who(name)}`);
  }
  return lines;
}
