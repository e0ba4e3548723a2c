import { describe, expect, it } from 'vitest';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { resolveActivityReport } from '../../src/domain/operations/resolve-activity-report.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { importLines, revert } from '../support/imports.ts';
import { AFTER_A_YEAR, adjust, expiring } from '../support/lots.ts';
import { atOnce, ORDINARY, outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();

const HEADER = 'merchant_id,points';
const names = (count: number) => Array.from({ length: count }, (_, index) => `c-${index}`);
const customers = async (count: number) => {
  for (const merchant_id of names(count)) await domain.customer({ merchant_id });
};
const records = () =>
  domain.deps.db.selectFrom('imports').selectAll().where('program_id', '=', domain.program.id).execute();

describe.each([
  ['never expire', null],
  ['are kept in lots', AFTER_A_YEAR],
])('where points %s', (_mode, expiry) => {
  it('an import beside live completions and claims of the same customers loses none of either', async () => {
    await domain.begin(expiring(expiry));
    await customers(20);
    const file = [HEADER, ...names(20).map((name) => `${name},1000`)];
    const live = atOnce<unknown>(200, (index) => {
      const by = { customer: `c-${index % 20}`, hooks: index % 2 ? ORDINARY : undefined };
      return index % 5 === 0 ? domain.claim('mug', { variant_id: '902' }, by) : domain.complete('follow', by);
    });
    const [outcome, outcomes] = await Promise.all([importLines(domain, file), tally(live)]);
    expect(outcome).toMatchObject({ changed: 20, refused: 0 });
    expect(outcomes.done).toBeGreaterThanOrEqual(160);
    const opened = (await domain.rows('adjustments')).reduce((sum, { points }) => sum + points, 0);
    const claimed = (await domain.claims()).length;
    let held = 0;
    for (const name of names(20)) {
      held += (await findCustomer(domain.deps.db, domain.program.id, name))!.points_approved;
    }
    expect(held).toBe(opened + 160 * 50 - claimed * 200);
    expect(outcome.points).toBe(opened);
  });

  it('a revert beside them leaves what they earned', async () => {
    await domain.begin(expiring(expiry));
    await customers(10);
    const { import_id } = await importLines(domain, [HEADER, ...names(10).map((name) => `${name},300`)]);
    const live = atOnce(60, (index) => domain.complete('follow', { customer: `c-${index % 10}` }));
    const [{ kept }] = await Promise.all([revert(domain, import_id!), tally(live)]);
    expect(kept).toBe(0);
    for (const name of names(10)) {
      expect((await findCustomer(domain.deps.db, domain.program.id, name))!.points_approved).toBe(300);
    }
  });
});

describe('pending points', () => {
  it('that several files bring at once to the same customers become pending once', async () => {
    await domain.begin();
    await customers(20);
    const file = (line: string) => [
      'merchant_id,pending,metadata.file',
      ...names(20).map((name) => `${name},30@2026-02-01;20,${line}`),
    ];
    const outcomes = await Promise.all(atOnce(4, (index) => importLines(domain, file(`${index}`))));
    expect(outcomes.reduce((sum, { pending }) => sum + pending, 0)).toBe(20 * 50);
    for (const name of names(20)) {
      expect(await findCustomer(domain.deps.db, domain.program.id, name)).toMatchObject({
        points_pending: 50,
      });
    }
  });

  it.each([
    ['never expire', null],
    ['are kept in lots', AFTER_A_YEAR],
  ])('that fall due are approved once, whoever comes first, where points %s', async (_mode, expiry) => {
    await domain.begin(expiring(expiry));
    const file = ['merchant_id,points,pending', ...names(20).map((name) => `${name},0,30@2026-02-01;20`)];
    const { import_id } = await importLines(domain, file);
    domain.turnTo('2026-02-02T12:00:00Z');
    const resolving = names(20).map((_name, index) =>
      outcomeOf(
        resolveActivityReport(domain.deps, {
          program: domain.program,
          name: '$import',
          merchant_id: `${import_id}-${index + 2}-1`,
          state: 'approved',
          by: TESTER,
        }),
      ),
    );
    await Promise.all([
      ...resolving,
      importLines(domain, [...file, 'new,0,']),
      sweepOnce(domain.deps),
      sweepOnce(domain.deps),
    ]);
    for (const name of names(20)) {
      expect(await findCustomer(domain.deps.db, domain.program.id, name)).toMatchObject({
        points_approved: 30,
        points_pending: 20,
      });
    }
  });

  it('that a revert takes back while they fall due are taken back once', async () => {
    await domain.begin();
    await customers(20);
    const { import_id } = await importLines(domain, [
      'merchant_id,points,pending',
      ...names(20).map((name) => `${name},10,30@2026-02-01;20`),
    ]);
    domain.turnTo('2026-02-02T12:00:00Z');
    await Promise.all([revert(domain, import_id!), sweepOnce(domain.deps), sweepOnce(domain.deps)]);
    for (const name of names(20)) {
      expect(await findCustomer(domain.deps.db, domain.program.id, name)).toMatchObject({
        points_approved: 0,
        points_pending: 0,
      });
    }
  });
});

describe('imports at once', () => {
  it('of one file bring it in once: one process goes on, the others are refused', async () => {
    await domain.begin();
    const file = [HEADER, ...names(2500).map((name) => `${name},7`)];
    const outcomes = await tally(atOnce(4, () => importLines(domain, file)));
    expect((outcomes.done ?? 0) + (outcomes.invalid_request ?? 0)).toBe(4);
    expect(outcomes.done).toBeGreaterThanOrEqual(1);
    // Whoever came after the first was done finds all of it as it is.
    const done = await records();
    expect(done.reduce((sum, { created }) => sum + created, 0)).toBe(2500);
    expect(done.every(({ state }) => state === 'done')).toBe(true);
    expect(await domain.rows('transactions')).toHaveLength(2500);
  });

  it('of files with the same customers create each once and come to what one of them says', async () => {
    await domain.begin();
    const file = (points: number) => [HEADER, ...names(1500).map((name) => `${name},${points}`)];
    const [one, two] = await Promise.all([
      importLines(domain, file(5)),
      importLines(domain, [HEADER, ...file(9).slice(1).toReversed()]),
    ]);
    expect(one.created + two.created).toBe(1500);
    expect(one.refused + two.refused).toBe(0);
    const rows = await domain.deps.db
      .selectFrom('customers')
      .select('points_approved')
      .where('program_id', '=', domain.program.id)
      .execute();
    expect(rows).toHaveLength(1500);
    expect(rows.filter(({ points_approved }) => points_approved !== 5 && points_approved !== 9)).toEqual([]);
  });

  it('as storefronts create the same customers, nobody is created twice and nobody is refused', async () => {
    await domain.begin();
    const file = [HEADER, ...names(300).map((name) => `${name},5`)];
    const visits = names(300)
      .toReversed()
      .map((merchant_id) =>
        outcomeOf(
          ensureCustomer(domain.deps, {
            program: domain.program,
            site: domain.program.sites.at(-1)!,
            merchant_id,
          }),
        ),
      );
    const [outcome] = await Promise.all([importLines(domain, file), ...visits]);
    expect(outcome).toMatchObject({ refused: 0, points: 1500 });
    const rows = await domain.deps.db
      .selectFrom('customers')
      .select('points_approved')
      .where('program_id', '=', domain.program.id)
      .execute();
    expect(rows.map((row) => row.points_approved)).toEqual(Array(300).fill(5));
  });

  it('as others take the emails, either has each and the other is refused or without it', async () => {
    await domain.begin();
    const file = ['merchant_id,email', ...names(200).map((name) => `${name},${name}@example.com`)];
    const visits = names(200).map((name) =>
      outcomeOf(
        ensureCustomer(domain.deps, {
          program: domain.program,
          site: domain.program.sites.at(-1)!,
          merchant_id: `other-${name}`,
          email: `${name}@example.com`,
          on_email_conflict: 'keep_without',
        }),
      ),
    );
    const [outcome] = await Promise.all([importLines(domain, file), ...visits]);
    expect(outcome.created + outcome.refused).toBe(200);
    const rows = await domain.deps.db
      .selectFrom('customers')
      .select(['email', 'merchant_id'])
      .where('program_id', '=', domain.program.id)
      .execute();
    expect(rows.filter(({ email }) => email !== null)).toHaveLength(200);
    expect(rows.filter(({ merchant_id }) => merchant_id.startsWith('c-'))).toHaveLength(outcome.created);
  });

  it('and a revert of it: the import stops, and all that it did is taken back', async () => {
    await domain.begin();
    const file = [HEADER, ...names(3000).map((name) => `${name},7`)];
    const reverted: Promise<unknown>[] = [];
    const importing = outcomeOf(
      importLines(domain, file, {
        onProgress: (rows) => {
          if (rows !== 1000) return;
          reverted.push(records().then(([record]) => revert(domain, record!.id)));
        },
      }),
    );
    expect(['done', 'invalid_request']).toContain(await importing);
    await Promise.all(reverted);
    expect(await records()).toMatchObject([{ state: 'reverted' }]);
    const left = await domain.deps.db
      .selectFrom('customers')
      .select('id')
      .where('program_id', '=', domain.program.id)
      .where('erased_at', 'is', null)
      .execute();
    expect(left).toEqual([]);
  });

  it('and points by hand on the same customers come to both', async () => {
    await domain.begin(expiring(AFTER_A_YEAR));
    await customers(5);
    const ids = await Promise.all(
      names(5).map(async (name) => (await findCustomer(domain.deps.db, domain.program.id, name))!.id),
    );
    const file = [HEADER, ...names(5).map((name) => `${name},100`)];
    await Promise.all([
      importLines(domain, file),
      ...atOnce(50, (index) => adjust(domain, ids[index % 5]!, 10)),
    ]);
    const again = await importLines(domain, file);
    expect(again.changed + again.unchanged).toBe(5);
    for (const id of ids) expect((await domain.row(id)).points_approved).toBe(100);
  });
});
