/** The sessions that wait while a statement has its lock: none that reads or writes rows, writers, or readers too. */
export type Waiting = 'nobody' | 'writers' | 'everybody';

/** The work that Postgres does while the statement has the lock: none that grows with the table, or one of these. */
export type Work = 'none' | 'scan' | 'index' | 'rewrite' | 'rows';

export interface StatementLock {
  /** null: it locks no table that has rows, or `lock` is null. */
  table: string | null;
  /** The name in Postgres's documentation. null: the statement's text does not show the lock. */
  lock: string | null;
  waiting: Waiting;
  work: Work;
  /** The table whose rows an INSERT adds to `table`. Nobody waits for new rows. */
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
/** The lock excludes other changes of the table's definition, but no changes of rows. */
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

/**
 * The locks by the beginning of a statement. The documentation of Postgres lists the locks of each (section 13.3 and
 * its commands).
 */
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

/** A default with a different value in each row: Postgres writes each row again. */
const VOLATILE =
  /\bdefault\b.*\b(?:nextval|clock_timestamp|random|gen_random_uuid|timeofday|uuidv7)\s*\(|\bgenerated (?:always|by default) as\b/i;

/** The locks by the beginning of an action of ALTER TABLE. */
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

/** Splits at the commas outside brackets and texts. */
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
