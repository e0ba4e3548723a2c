import { describe, expect, it } from 'vitest';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { ensureCustomerIn } from '../../src/domain/enrolment/ensure-customer-in.ts';
import { type CustomerPageRequest, listCustomers } from '../../src/domain/listings/customer-store.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain({ poolSize: 24 });

const ALL: CustomerPageRequest['filters'] = {
  since_id: null,
  email: null,
  email_match: 'contains',
  enrolled: null,
  created_at_min: null,
  created_at_max: null,
  updated_at_min: null,
  updated_at_max: null,
};

/** Reads on from the last id that was seen. */
async function readOn(since_id: number, limit: number): Promise<number[]> {
  const { rows } = await listCustomers(domain.deps, domain.program.id, {
    sort: { field: 'id', ascending: true },
    filters: { ...ALL, since_id },
    from: null,
    limit,
    offset: 0,
  });
  return rows.map(({ id }) => id);
}

describe('whoever reads on while customers are being created', () => {
  it('sees each exactly once', async () => {
    await domain.begin();
    let writing = true;
    const writers = Promise.all(
      Array.from({ length: 12 }, async (_, writer) => {
        for (let round = 0; round < 20; round += 1) {
          await domain.customer({ merchant_id: `${writer}-${round}` });
        }
      }),
    ).finally(() => {
      writing = false;
    });
    const seen: number[] = [];
    for (let over = false; !over; ) {
      const before = writing;
      const rows = await readOn(seen.at(-1) ?? 0, 7);
      seen.push(...rows);
      over = rows.length === 0 && !before;
    }
    await writers;
    const { rows } = await listCustomers(domain.deps, domain.program.id, {
      sort: { field: 'updated_at', ascending: true },
      filters: ALL,
      from: null,
      limit: 500,
      offset: 0,
    });
    expect(seen).toHaveLength(240);
    expect([...new Set(seen)].sort((a, b) => a - b)).toEqual(rows.map(({ id }) => id).sort((a, b) => a - b));
  });

  it('is shown no customer beyond one that is not committed yet', async () => {
    const program = await domain.begin();
    const create = (merchant_id: string, held?: Promise<void>) =>
      runInTransaction(domain.deps, undefined, async (tx) => {
        const { id } = await ensureCustomerIn(tx, domain.deps, {
          program,
          site: program.sites.at(-1)!,
          merchant_id,
        });
        inserted();
        await held;
        return id;
      });
    let release = () => {};
    let inserted = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const isInserted = new Promise<void>((resolve) => {
      inserted = resolve;
    });
    const slow = create('slow', held);
    await isInserted;
    const quick = await create('quick');
    expect(await readOn(0, 10)).toEqual([]);
    release();
    const first = await slow;
    expect(await readOn(0, 10)).toEqual([first, quick]);
  });
});

describe('a search by email', () => {
  it.each([
    ['contains', 'ounder'],
    ['prefix', 'founder'],
  ] as const)('finds by %s customers that are farther than it looks through', async (email_match, email) => {
    const { id: program_id, sites } = await domain.begin();
    await domain.database.asOwner(
      `insert into customers (program_id, site_id, merchant_id, merchant_key, email, referral_id,
         last_entry_at, created_at, updated_at)
       select ${program_id}, ${sites.at(-1)!.id}, n, n, case when n <= 30 then 'founder-' else 'friend-' end || n || '@shop.example',
         'searched-' || n, now(), now(), now() - n * interval '1 second'
       from generate_series(1, 5100) as n`,
    );
    for (const field of ['id', 'updated_at'] as const) {
      const page = async (from: CustomerPageRequest['from']) =>
        listCustomers(domain.deps, program_id, {
          sort: { field, ascending: field === 'updated_at' },
          filters: { ...ALL, email, email_match },
          from,
          limit: 20,
          offset: 0,
        });
      const first = await page(null);
      const last = first.rows.at(-1)!;
      const second = await page({ way: 'next', id: last.id, updated_at: last.updated_at });
      const found = [...first.rows, ...second.rows].map(({ merchant_id }) => Number(merchant_id));
      expect(found).toEqual(Array.from({ length: 30 }, (_, n) => 30 - n));
      expect([first.has_next, second.has_next]).toEqual([true, false]);
    }
  });
});
