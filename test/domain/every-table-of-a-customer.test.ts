import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import { rehearse } from '../../src/domain/core/rehearse.ts';
import type { Tx } from '../../src/domain/core/transaction.ts';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import { listUsed } from '../../src/domain/imports/revert-store.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { PATIENT } from '../support/database.ts';
import { importLines } from '../support/imports.ts';
import { erase, merge } from '../support/merging.ts';
import { testDomain } from '../support/test-domain.ts';
import { ADA, wholeCustomer } from '../support/whole-customer.ts';

const domain = testDomain();

/** A column that names a customer. */
interface Place {
  table: string;
  column: string;
}
const nameOf = ({ table, column }: Place) => `${table}.${column}`;

/** By another name than customer_id. */
const OTHERWISE_NAMED = [
  'customers.merged_into',
  'customers.referred_by',
  'referrals.referee_id',
  'referrals.referrer_id',
];

/** Rows that the ledger and reports wrote of a customer: a merge closes them by entries of its own. */
const BOOKS = [
  'transactions',
  'adjustments',
  'expiries',
  'lots',
  'lot_allocations',
  'tier_entries',
  'member_changes',
  'sales_changes',
  'referral_changes',
  'report_vintages',
].map((table) => `${table}.customer_id`);

/** Rows that a merge leaves with the customer that was merged, as a condition; of other places it leaves none. */
const STAYS: Record<string, string> = {
  ...Object.fromEntries(BOOKS.map((place) => [place, 'true'])),
  // The referrer of a customer: readers follow the id to its survivor.
  'customers.referred_by': 'true',
  // A revert goes through the customers that the import changed.
  'import_rows.customer_id': 'true',
};

/** Rows that an erasure deletes. Others stay, emptied of personal data: the test of erasing says of which columns. */
const DELETED = [
  'carts',
  'webview_sessions',
  'idempotency_records',
  'webhook_reminders',
  'webhook_events',
  'customer_notes',
  'customer_note_files',
  'operator_requests',
  'operator_request_files',
].map((table) => `${table}.customer_id`);

/** Rows that say that an imported customer was used since, so that a revert does not empty it. */
const USE = [
  'activities.customer_id',
  'adjustments.customer_id',
  'claimed_rewards.customer_id',
  'customer_notes.customer_id',
  'customers.merged_into',
  'import_rows.customer_id',
  'orders.customer_id',
  'referrals.referee_id',
  'referrals.referrer_id',
  'reported_activities.customer_id',
];
/** Rows that come with one of those, come by time alone, or are of passing worth. */
const NO_USE = [
  'transactions.customer_id',
  'expiries.customer_id',
  'lots.customer_id',
  'lot_allocations.customer_id',
  'tier_entries.customer_id',
  'member_changes.customer_id',
  'sales_changes.customer_id',
  'referral_changes.customer_id',
  'usage_counters.customer_id',
  'webhook_deliveries.customer_id',
  'customers.referred_by',
  'report_vintages.customer_id',
  ...DELETED.filter((place) => !USE.includes(place)),
];

/** All there are by the catalogue of the database: a table that a migration adds is among them. */
async function places(): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select table_name as table, column_name as column from information_schema.columns
      where table_schema = current_schema()
        and (column_name = 'customer_id' or table_name || '.' || column_name = any(${OTHERWISE_NAMED}))
      order by 1, 2`.execute(domain.deps.db);
  return rows;
}

async function count({ table, column }: Place, customerId: number, condition = 'true'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}
      where program_id = ${domain.program.id} and ${sql.ref(column)} = ${customerId} and ${sql.raw(condition)}`.execute(
    domain.deps.db,
  );
  return rows[0]!.count;
}

/** Ada, whom a row in every place names. */
async function begin() {
  const { ada, rita } = await wholeCustomer(domain);
  const { deps, program } = domain;
  const site = program.sites.at(-1)!;
  await ensureCustomer(deps, { program, site, merchant_id: 'friend', referral_id: ada.referral_id });
  await domain.customer({ merchant_id: 'duplicate' });
  await merge(domain, 'duplicate', ADA);
  for (const place of await places())
    expect([nameOf(place), await count(place, ada.id)]).not.toEqual([nameOf(place), 0]);
  return { ada, rita };
}

describe('a merge', () => {
  it('takes along the rows of every table, but the books', async () => {
    const { ada } = await begin();
    const survivor = await domain.customer({ merchant_id: 'survivor' });
    const all = await places();
    const moving = (place: Place) => `not (${STAYS[nameOf(place)] ?? 'false'})`;
    const before = new Map<Place, [moving: number, staying: number]>();
    for (const place of all) {
      const [whole, moves] = [await count(place, ada.id), await count(place, ada.id, moving(place))];
      before.set(place, [moves, whole - moves]);
    }
    await merge(domain, ADA, 'survivor');
    for (const place of all) {
      const [moves, stays] = before.get(place)!;
      const left = await count(place, ada.id, moving(place));
      const came = await count(place, survivor.id);
      expect([nameOf(place), left, came >= moves]).toEqual([nameOf(place), 0, true]);
      expect([nameOf(place), (await count(place, ada.id)) >= stays]).toEqual([nameOf(place), true]);
    }
  });
});

describe('an erasure', () => {
  it('deletes the rows of passing worth, and of every other table none', async () => {
    const { ada } = await begin();
    const all = await places();
    const before = new Map<Place, number>();
    for (const place of all) before.set(place, await count(place, ada.id));
    await erase(domain, ADA);
    for (const place of all) {
      // An erased customer is no member any more, which is a change of its own.
      const left = before.get(place)! + (nameOf(place) === 'member_changes.customer_id' ? 1 : 0);
      const expected = DELETED.includes(nameOf(place)) ? 0 : left;
      expect([nameOf(place), await count(place, ada.id)]).toEqual([nameOf(place), expected]);
    }
  });
});

describe('the revert of an import', () => {
  let owner: Database;
  beforeAll(() => {
    const url = domain.database.ownerUrl;
    const options = { poolSize: 2, namedStatements: true, applicationName: 'the owner', logger: console };
    owner = openDatabase({ url, ...options, ...PATIENT });
  });
  afterAll(() => owner.close());

  it('knows of every place whether a row of it says that a customer was used', async () => {
    const known = [...USE, ...NO_USE].sort();
    expect((await places()).map(nameOf).sort()).toEqual(known);
  });

  it('finds a customer used by one row in any of these places alone', async () => {
    const { ada } = await begin();
    const { deps, program } = domain;
    const { import_id } = await importLines(domain, ['merchant_id,points', 'imported,20']);
    const { id } = (await findCustomer(deps.db, program.id, 'imported'))!;
    const isUsed = async (tx: Tx) => (await listUsed(tx, program.id, import_id!, [id])).has(id);
    expect(await rehearse(deps, isUsed)).toBe(false);
    for (const place of await places()) {
      const { table, column } = place;
      // Triggers keep such rows where they are, so the owner turns them off; all of it is rolled back.
      const found = await rehearse(owner, async (tx) => {
        await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
        await sql`
          update ${sql.table(table)} set ${sql.ref(column)} = ${id}
            where ctid = (select ctid from ${sql.table(table)}
              where program_id = ${program.id} and ${sql.ref(column)} = ${ada.id} limit 1)`.execute(tx);
        return isUsed(tx);
      });
      expect([nameOf(place), found]).toEqual([nameOf(place), USE.includes(nameOf(place))]);
    }
  });
});
