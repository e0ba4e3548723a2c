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
          site: program.sites[0]!,
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
