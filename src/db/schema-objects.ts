import type { Migration } from './migrate.ts';
import { statementsOf } from './migration-statements.ts';

/** An index or a trigger that the migrations make. */
export interface SchemaObject {
  kind: 'index' | 'trigger';
  name: string;
  table: string;
  /** The statement that makes it. */
  statement: string;
}

const CREATE_INDEX = /^create (?:unique )?index (?:concurrently )?(?:if not exists )?(\w+)\s+on (\w+)/i;
const DROP_INDEX = /^drop index (?:concurrently )?(?:if exists )?(\w+)/i;
const CREATE_TRIGGER = /^create (?:or replace )?trigger (\w+) (?:before|after) .*? on (\w+)/is;
const DROP_TRIGGER = /^drop trigger (?:if exists )?(\w+) on (\w+)/i;
const DROP_TABLE = /^drop table (?:if exists )?(\w+)/i;

/**
 * The indexes and triggers of a database after these migrations. Indexes of constraints are not included, and neither
 * are the objects that a function makes only if it has the right.
 */
export function schemaObjects(migrations: readonly Migration[]): SchemaObject[] {
  const objects = new Map<string, SchemaObject>();
  const drop = (isGone: (object: SchemaObject) => boolean) => {
    for (const [key, object] of objects) if (isGone(object)) objects.delete(key);
  };
  for (const { text: statement } of migrations.flatMap(({ sql }) => statementsOf(sql))) {
    const [, index, indexed] = CREATE_INDEX.exec(statement) ?? [];
    if (index) objects.set(index, { kind: 'index', name: index, table: indexed!, statement });
    const [, trigger, watched] = CREATE_TRIGGER.exec(statement) ?? [];
    if (trigger)
      objects.set(`${watched} ${trigger}`, { kind: 'trigger', name: trigger, table: watched!, statement });
    const [, droppedIndex] = DROP_INDEX.exec(statement) ?? [];
    if (droppedIndex) objects.delete(droppedIndex);
    const [, droppedTrigger, table] = DROP_TRIGGER.exec(statement) ?? [];
    if (droppedTrigger) objects.delete(`${table} ${droppedTrigger}`);
    const [, droppedTable] = DROP_TABLE.exec(statement) ?? [];
    if (droppedTable) drop((object) => object.table === droppedTable);
  }
  return [...objects.values()];
}
