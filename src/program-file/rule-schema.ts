import { Type } from '@sinclair/typebox';
import type { RuleKind } from '../domain/programs/rule-kinds.ts';
import { FILE_RULE_KINDS, type FileRule, shapeOf } from './rule-kinds.ts';
import { object, oneOfBy, textEnum } from './schema-values.ts';

const KINDS = Object.keys(FILE_RULE_KINDS) as RuleKind[];

/** A schema for each shape, with the kinds that have it. */
function shapes() {
  return [...new Set(KINDS.map(shapeOf))].map((shape) => {
    const { title, description, keys } = shape;
    const kinds = KINDS.filter((kind) => shapeOf(kind) === shape);
    return object(
      { kind: textEnum(kinds, { description: meanings(kinds) }), ...keys },
      { title, description },
    );
  });
}

function meanings(kinds: readonly RuleKind[]): string {
  const [only, ...others] = kinds.map((kind) => FILE_RULE_KINDS[kind].is);
  if (others.length === 0) return `${only!.charAt(0).toUpperCase()}${only!.slice(1)}`;
  return kinds.map((kind) => `${kind}: ${FILE_RULE_KINDS[kind].is}`).join(' ');
}

export const RuleSchema = Type.Unsafe<FileRule>(
  oneOfBy('kind', shapes(), { description: 'A rule: a way to earn points or a reward.' }),
);
