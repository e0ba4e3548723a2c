import { describe, expect, it } from 'vitest';
import { type ClosedBooks, closeMonth } from '../../src/domain/operations/close-month.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { rebuildFigures } from '../../src/domain/operations/rebuild-figures.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { findBooks, listClosedMonths } from '../../src/domain/reports/closed-month-store.ts';
import { readReport } from '../../src/domain/reports/read-report.ts';
import { verifyFigures } from '../../src/domain/reports/verify-store.ts';
import { expectFiguresVerified } from '../support/expect-figures.ts';
import { ruleDefinition } from '../support/factories.ts';
import { importLines, revert } from '../support/imports.ts';
import { adjust } from '../support/lots.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();

const closing = (month: string) => closeMonth(domain.deps, { program: domain.program, month, by: TESTER });
const close = async (month: string) => (await closing(month)).books;
const complaint = (month: string) =>
  close(month).then(
    () => 'closed',
    (error) => error.message,
  );

async function monthly(month: string) {
  await countFigures(domain.deps);
  const span = { from: `${month}-01`, to: `${month}-28`, interval: 'month' } as const;
  const { rows, late } = await readReport(domain.deps, domain.program, 'roll_forward', span);
  return { ...rows[0], late };
}

/** A customer at home in the second site, who got 100 points in January 2026. It is the 3rd of February. */
async function begin(rest: Parameters<typeof domain.begin>[0] = {}): Promise<number> {
  await domain.begin(rest);
  domain.turnTo('2026-01-10T12:00:00Z');
  const { id } = await domain.customer();
  await adjust(domain, id, 100);
  domain.turnTo('2026-02-03T12:00:00Z');
  return id;
}

describe('closing a month', () => {
  it('keeps what its books say, and gives them letter for letter for ever', async () => {
    const id = await begin();
    const books = await close('2026-01');
    expect(JSON.parse(books)).toMatchObject({
      month: '2026-01',
      closed_at: '2026-02-03T12:00:00.000Z',
      roll_forward: { opening: 0, added: 100, closing: 100 },
      sites: [
        { site: 'abroad', closing: 0 },
        { site: 'main', closing: 100 },
      ],
      late: [],
    });
    await adjust(domain, id, 7);
    await countFigures(domain.deps);
    await rebuildFigures(domain.deps, domain.program.id);
    expect(await findBooks(domain.deps.db, domain.program.id, '2026-01')).toBe(books);
  });

  it('counts what the job has not counted yet', async () => {
    const id = await begin();
    await countFigures(domain.deps);
    domain.turnTo('2026-01-31T12:00:00Z');
    await adjust(domain, id, 11);
    domain.turnTo('2026-02-03T12:00:00Z');
    expect(JSON.parse(await close('2026-01')).roll_forward.closing).toBe(111);
  });

  it('changes nothing if it is closed already, and gives the same bytes', async () => {
    const id = await begin();
    const books = await close('2026-01');
    await adjust(domain, id, 7);
    domain.turnTo('2026-03-03T12:00:00Z');
    await close('2026-02');
    expect(await closing('2026-01')).toMatchObject({
      books,
      closed_at: Date.parse('2026-02-03T12:00:00Z'),
      closed_now: false,
    });
  });

  it('leaves the reports of its days as they are, and as far counted', async () => {
    const id = await begin();
    await close('2026-01');
    const january = async () => {
      const span = { from: '2026-01-01', to: '2026-01-31', interval: 'week' } as const;
      return JSON.stringify(await readReport(domain.deps, domain.program, 'roll_forward', span));
    };
    const before = await january();
    domain.turnTo('2026-01-20T12:00:00Z');
    await adjust(domain, (await domain.customer({ merchant_id: 'late' })).id, 30);
    domain.turnTo('2026-02-10T12:00:00Z');
    await adjust(domain, id, 7);
    await countFigures(domain.deps);
    expect(await january()).toBe(before);
    await rebuildFigures(domain.deps, domain.program.id);
    expect(await january()).toBe(before);
  });

  it('is not done while the month goes on somewhere, or out of turn', async () => {
    await begin();
    // In New York it is still the 31st of January.
    domain.turnTo('2026-02-01T03:00:00Z');
    expect(await complaint('2026-01')).toMatch(/must be over in every time zone/);
    domain.turnTo('2026-05-01T12:00:00Z');
    await close('2026-02');
    expect(await complaint('2026-04')).toMatch(/must be 2026-03/);
    expect(await complaint('2026-01')).toMatch(/must be after 2026-02, which is closed/);
    expect(await complaint('2026-13')).toMatch(/must be a month/);
    expect(await complaint('soon')).toMatch(/must be a month/);
    expect((await listClosedMonths(domain.deps.db, domain.program.id)).map(({ month }) => month)).toEqual([
      '2026-02',
    ]);
  });

  it('is done once, however many try at once, with entries on their way', async () => {
    const id = await begin();
    const ends = await Promise.allSettled([
      closing('2026-01'),
      closing('2026-01'),
      closing('2026-01'),
      adjust(domain, id, 3),
      adjust(domain, id, 4),
      countFigures(domain.deps),
    ]);
    const closings = ends.slice(0, 3).flatMap((end) => ('value' in end ? [end.value as ClosedBooks] : []));
    expect(closings.filter(({ closed_now }) => closed_now)).toHaveLength(1);
    expect(new Set(closings.map(({ books }) => books)).size).toBe(1);
    const february = await monthly('2026-02');
    expect(february).toMatchObject({ opening: 100, added: 7, closing: 107 });
    expect(await verifyFigures(domain.deps, domain.program.id)).toMatchObject({
      wrong: [],
      wrong_balances: [],
    });
  });
});

describe('what comes into a closed month', () => {
  it('is booked in the open one, which says so, also after a rebuild', async () => {
    const id = await begin();
    await close('2026-01');
    // A clock that goes back: the entry is dated in January.
    domain.turnTo('2026-01-20T12:00:00Z');
    const late = await domain.customer({ merchant_id: 'late' });
    await adjust(domain, late.id, 30);
    domain.turnTo('2026-02-10T12:00:00Z');
    await adjust(domain, id, 5);
    const expected = {
      opening: 100,
      added: 35,
      closing: 135,
      late: [{ booked: '2026-02', dated: '2026-01', flow: 'added', points: 30, transactions: 1 }],
    };
    expect(await monthly('2026-01')).toMatchObject({ closing: 100, late: [] });
    expect(await monthly('2026-02')).toMatchObject(expected);
    await rebuildFigures(domain.deps, domain.program.id);
    expect(await monthly('2026-01')).toMatchObject({ closing: 100, late: [] });
    expect(await monthly('2026-02')).toMatchObject(expected);
    domain.turnTo('2026-03-02T12:00:00Z');
    expect(JSON.parse(await close('2026-02'))).toMatchObject({
      late: expected.late,
      roll_forward: { closing: 135 },
    });
    expect(await verifyFigures(domain.deps, domain.program.id)).toMatchObject({
      wrong: [],
      wrong_balances: [],
    });
  });

  it('of another program is of no concern', async () => {
    await begin();
    await close('2026-01');
    await domain.begin();
    domain.turnTo('2026-01-20T12:00:00Z');
    const { id } = await domain.customer();
    await adjust(domain, id, 9);
    domain.turnTo('2026-02-20T12:00:00Z');
    expect(await monthly('2026-01')).toMatchObject({ added: 9, late: [] });
  });
});

describe('a single event that comes late for a closed month', () => {
  const bought = (approval_period_seconds = 0) => ({
    rules: [
      {
        key: 'buy',
        definition: ruleDefinition({
          kind: 'purchase',
          properties: {},
          approval_period_seconds,
          result: { kind: 'points', points: 1, per_currency_unit_minor: 100 },
        }),
      },
    ],
  });
  const imported = () => importLines(domain, ['merchant_id,points', 'imported,30']);

  /** A deed in time, by the customer's id, which gives the late one; then the points outstanding before and after that. */
  const EVENTS: [string, (id: number) => Promise<() => Promise<unknown>>, number, number][] = [
    ['an import', async () => imported, 100, 130],
    [
      'the revert of an import',
      async () => {
        const { import_id } = await imported();
        return () => revert(domain, import_id!);
      },
      130,
      100,
    ],
    [
      'a refund',
      async () => {
        await recordOrder(domain.deps, orderInput(domain.program));
        return () => updateOrder(domain.deps, orderUpdate(domain.program, { refund_status: 'refunded' }));
      },
      120,
      100,
    ],
    ['a correction', async (id) => () => adjust(domain, id, -40), 100, 60],
  ];

  it.each(EVENTS)(
    '%s is booked in the open one, also when it is counted anew',
    async (_, inTime, opening, closing) => {
      const id = await begin(bought());
      domain.turnTo('2026-01-11T12:00:00Z');
      const late = await inTime(id);
      domain.turnTo('2026-02-03T12:00:00Z');
      await close('2026-01');
      const january = await monthly('2026-01');
      domain.turnTo('2026-01-20T12:00:00Z');
      await late();
      domain.turnTo('2026-02-10T12:00:00Z');
      const expectBooked = async () => {
        expect(await monthly('2026-01')).toEqual(january);
        const february = await monthly('2026-02');
        expect(february).toMatchObject({ opening, closing });
        expect(new Set(february.late.map(({ dated, booked }) => `${dated} in ${booked}`))).toEqual(
          new Set(['2026-01 in 2026-02']),
        );
      };
      await expectBooked();
      await rebuildFigures(domain.deps, domain.program.id);
      await expectBooked();
      await expectFiguresVerified(domain);
    },
  );

  it('an approval that was due while the server stood, is of the month in which it is recorded', async () => {
    await begin(bought(15 * 24 * 3600));
    domain.turnTo('2026-01-11T12:00:00Z');
    await recordOrder(domain.deps, orderInput(domain.program));
    domain.turnTo('2026-02-03T12:00:00Z');
    expect(JSON.parse(await close('2026-01')).roll_forward.closing).toBe(100);
    await sweepOnce(domain.deps);
    expect(await monthly('2026-02')).toMatchObject({ opening: 100, closing: 120, late: [] });
    await expectFiguresVerified(domain);
  });
});
