/** Who waits while a statement holds its lock: nobody that reads or writes rows, writers, or readers too. */
export type Waiting = 'nobody' | 'writers' | 'everybody';

/** The work that Postgres does while it holds the lock: none that grows with the table, or one of these. */
export type Work = 'none' | 'scan' | 'index' | 'rewrite' | 'rows';

export interface StatementLock {
  /** null: it locks no table that holds rows, or `lock` is null. */
  table: string | null;
  /** As Postgres's documentation calls it. null: a look at the statement does not show it. */
  lock: string | null;
  waiting: Waiting;
  work: Work;
  /** The table whose rows an INSERT adds to `table`. Nobody waits for rows that are new. */
  from?: string;
}

const NONE: StatementLock = { table: null, lock: 'none', waiting: 'nobody', work: 'none' };
const UNKNOWN: StatementLock = { table: null, lock: null, waiting: 'nobody', work: 'none' };

const accessExclusive = (table: string, work: Work): StatementLock => ({
  table,
  lock: 'ACCESS EXCLUSIVE',
  waiting: 'everybody',
  work,
});
const shareRowExclusive = (table: string, work: Work): StatementLock => ({
  table,
  lock: 'SHARE ROW EXCLUSIVE',
  waiting: 'writers',
  work,
});
/** It keeps other changes of the table's shape out, and no rows. */
const shareUpdateExclusive = (table: string, work: Work): StatementLock => ({
  table,
  lock: 'SHARE UPDATE EXCLUSIVE',
  waiting: 'nobody',
  work,
});
const rowExclusive = (table: string): StatementLock => ({
  table,
  lock: 'ROW EXCLUSIVE',
  waiting: 'nobody',
  work: 'rows',
});

/** By the beginning of a statement. The documentation of Postgres lists the locks of each (section 13.3 and its commands). */
const LOCKS: readonly (readonly [
  RegExp,
  (match: RegExpExecArray, tableOf: TableOfIndex) => StatementLock,
])[] = [
  [
    /^create (?:unique )?index concurrently (?:if not exists )?\w+ on (\w+)/i,
    ([, table]) => shareUpdateExclusive(table!, 'index'),
  ],
  [
    /^create (?:unique )?index (?:if not exists )?\w+ on (\w+)/i,
    ([, table]) => ({ ...shareRowExclusive(table!, 'index'), lock: 'SHARE' }),
  ],
  [
    /^drop index concurrently (?:if exists )?(\w+)/i,
    ([, index], tableOf) => shareUpdateExclusive(tableOf(index!), 'none'),
  ],
  [/^drop index (?:if exists )?(\w+)/i, ([, index], tableOf) => accessExclusive(tableOf(index!), 'none')],
  [
    /^create (?:or replace )?(?:constraint )?trigger .*? on (\w+)/is,
    ([, table]) => shareRowExclusive(table!, 'none'),
  ],
  [/^(?:create statistics .*? from|analyze) (\w+)/is, ([, table]) => shareUpdateExclusive(table!, 'none')],
  [/^drop trigger (?:if exists )?\w+ on (\w+)/i, ([, table]) => accessExclusive(table!, 'none')],
  [
    /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/is,
    ([, table, actions]) => ofActions(table!, actions!),
  ],
  [
    /^(?:drop table|truncate)(?: table)? (?:if exists )?(\w+)/i,
    ([, table]) => accessExclusive(table!, 'none'),
  ],
  [
    /^insert into (\w+).*?\bselect\b.*?\bfrom (\w+)/is,
    ([, table, from]) => ({ ...rowExclusive(table!), from: from! }),
  ],
  [/^(?:insert into|update|delete from) (?:only )?(\w+)/i, ([, table]) => rowExclusive(table!)],
  [
    /^(?:create (?:unlogged )?table|create (?:or replace )?(?:function|procedure|view)|create (?:sequence|schema|type|extension)|alter (?:function|sequence|view)|drop (?:function|view|sequence)|comment on|grant|revoke)\b/i,
    () => NONE,
  ],
];

/** The table of an index, by its name. */
export type TableOfIndex = (index: string) => string;

/** The lock that a statement takes on a table with rows. */
export function lockOf(statement: string, tableOf: TableOfIndex): StatementLock {
  for (const [beginning, lock] of LOCKS) {
    const match = beginning.exec(statement);
    if (match) return lock(match, tableOf);
  }
  return UNKNOWN;
}

/** A default that differs from row to row: Postgres writes each row anew. */
const VOLATILE =
  /\bdefault\b.*\b(?:nextval|clock_timestamp|random|gen_random_uuid|timeofday|uuidv7)\s*\(|\bgenerated (?:always|by default) as\b/i;

/** By the beginning of an action of ALTER TABLE. */
const ACTIONS: readonly (readonly [RegExp, (table: string, action: string) => StatementLock])[] = [
  [/^validate constraint/i, (table) => shareUpdateExclusive(table, 'scan')],
  [/^(?:enable|disable) trigger/i, (table) => shareRowExclusive(table, 'none')],
  [/^(?:set|reset) \(/i, (table) => shareUpdateExclusive(table, 'none')],
  [/^alter (?:column )?\w+ set statistics/i, (table) => shareUpdateExclusive(table, 'none')],
  [/^alter (?:column )?\w+ (?:set data )?type/i, (table) => accessExclusive(table, 'rewrite')],
  [/^alter (?:column )?\w+ set not null/i, (table) => accessExclusive(table, 'scan')],
  [
    /^add (?:constraint \w+ )?(?:primary key|unique)\b(?!.*using index)/i,
    (table) => accessExclusive(table, 'index'),
  ],
  [/^add (?:constraint \w+ )?foreign key.*not valid/i, (table) => shareRowExclusive(table, 'none')],
  [/^add (?:constraint \w+ )?foreign key/i, (table) => shareRowExclusive(table, 'scan')],
  [
    /^add (?:constraint \w+ )?(?:check|not null)\b(?!.*not valid)/i,
    (table) => accessExclusive(table, 'scan'),
  ],
  [/^add (?:constraint|check|primary|unique|not null)\b/i, (table) => accessExclusive(table, 'none')],
  [/^add (?:column )?/i, (table, action) => accessExclusive(table, workOfColumn(action))],
  [/^(?:drop|rename|alter|owner|set)\b/i, (table) => accessExclusive(table, 'none')],
];

function workOfColumn(action: string): Work {
  if (VOLATILE.test(action)) return 'rewrite';
  if (/\b(?:primary key|unique)\b/i.test(action)) return 'index';
  return /\b(?:check|references)\b/i.test(action) ? 'scan' : 'none';
}

const WAITING: readonly Waiting[] = ['nobody', 'writers', 'everybody'];
const WORK: readonly Work[] = ['none', 'rows', 'scan', 'index', 'rewrite'];

/** The strongest lock and the heaviest work of all actions of one ALTER TABLE. */
function ofActions(table: string, actions: string): StatementLock {
  const locks = splitActions(actions).map((action) => {
    const [, lock] = ACTIONS.find(([beginning]) => beginning.test(action)) ?? [];
    return lock?.(table, action);
  });
  if (locks.includes(undefined)) return { ...UNKNOWN, table };
  return (locks as StatementLock[]).reduce((most, lock) => ({
    ...(WAITING.indexOf(lock.waiting) > WAITING.indexOf(most.waiting) ? lock : most),
    work: WORK.indexOf(lock.work) > WORK.indexOf(most.work) ? lock.work : most.work,
  }));
}

/** Between the commas that stand in no bracket and no text. */
function splitActions(actions: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [token] of actions.matchAll(/'(?:[^']|'')*'|[\s\S]/g)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim());
}
