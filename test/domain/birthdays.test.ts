import { describe, expect, it } from 'vitest';
import type { Birthday } from '../../src/domain/core/calendar.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { type BirthdayInput, setBirthday } from '../../src/domain/operations/set-birthday.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import {
  programSettings,
  type RuleSketch,
  rewardDefinition,
  ruleDefinition,
  siteDefinition,
} from '../support/factories.ts';
import { atOnce, outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const DAY = 86_400_000;
const domain = testDomain();

const birthdayRule = (rest: RuleSketch = {}) => ({
  key: 'birthday',
  definition: ruleDefinition({ kind: 'birthday', properties: {}, ...rest }),
});
const GUESTS = { settings: programSettings({ enrol_on_sight: false }) };

/** Customer 1001's birthday, unless it has one. Tests begin on 14 January 2026, at 7 in the morning at home. */
const set = (customer_id: number, birthday: BirthdayInput['birthday']) =>
  setBirthday(domain.deps, { program: domain.program, customer_id, birthday });

/** As a back end may. */
const change = (customer_id: number, birthday: Birthday | null) =>
  updateCustomer(domain.deps, { program: domain.program, customer_id, changes: { birthday }, by: TESTER });

const newborn = (birthday: Birthday, merchant_id = '1001') =>
  ensureCustomer(domain.deps, {
    program: domain.program,
    site: domain.program.sites.at(-1)!,
    merchant_id,
    birthday,
  });

/** When each celebration is dated. */
const celebrated = async () =>
  (await domain.rows('activities'))
    .filter((activity) => activity.name === '$birthday')
    .map((activity) => new Date(activity.date).toISOString());

describe('a birthday', () => {
  it('is celebrated at midnight at home, every year', async () => {
    await domain.begin({ rules: [birthdayRule()] });
    const { id } = await domain.customer();
    await set(id, { day: 20, month: 7, year: 1990 });
    const midnight = Date.parse('2026-07-20T04:00:00Z');
    expect(await domain.row(id)).toMatchObject({ next_birthday_at: midnight, next_due_at: midnight });
    domain.turnTo(midnight - 1);
    await sweepOnce(domain.deps);
    expect((await domain.row(id)).points_approved).toBe(0);
    domain.turnTo(midnight);
    await sweepOnce(domain.deps);
    const next = Date.parse('2027-07-20T04:00:00Z');
    expect(await domain.row(id)).toMatchObject({
      points_approved: 50,
      next_birthday_at: next,
      next_due_at: next,
    });
    domain.turnTo(next);
    await sweepOnce(domain.deps);
    expect(await celebrated()).toEqual(['2026-07-20T04:00:00.000Z', '2027-07-20T04:00:00.000Z']);
  });

  it('on 29 February comes on the 28th in other years', async () => {
    await domain.begin({ rules: [birthdayRule()] });
    const { id } = await domain.customer();
    await set(id, { day: 29, month: 2, year: 1996 });
    for (const moment of ['2026-03-01T12:00:00Z', '2027-03-01T12:00:00Z', '2028-03-01T12:00:00Z']) {
      domain.turnTo(moment);
      await domain.settle(id);
    }
    expect(await celebrated()).toEqual([
      '2026-02-28T05:00:00.000Z',
      '2027-02-28T05:00:00.000Z',
      '2028-02-29T05:00:00.000Z',
    ]);
  });

  it('that was missed is celebrated late, once, dated as it was', async () => {
    await domain.begin({ rules: [birthdayRule({ approval_period_seconds: 7 * 24 * 3600 })] });
    const { id } = await domain.customer();
    await set(id, { day: 20, month: 7, year: 1990 });
    domain.turnTo('2027-07-23T12:00:00Z');
    await domain.settle(id);
    await domain.settle(id);
    expect(await celebrated()).toEqual(['2026-07-20T04:00:00.000Z', '2027-07-20T04:00:00.000Z']);
    // The approval period began with the day: that of the first is over, that of the second is not.
    expect(await domain.row(id)).toMatchObject({
      points_approved: 50,
      points_pending: 50,
      next_due_at: Date.parse('2027-07-27T04:00:00Z'),
    });
  });

  it('is celebrated once a year at home, however often a back end changes it', async () => {
    await domain.begin({ rules: [birthdayRule()] });
    const { id } = await newborn({ day: 14, month: 1, year: 1990 });
    for (const day of [15, 16, 17]) {
      domain.turnTo(`2026-01-${day}T12:00:00Z`);
      await change(id, { day: 1, month: 6 });
      await change(id, null);
      await change(id, { day, month: 1, year: 1990 });
    }
    await change(id, { day: 31, month: 12 });
    domain.turnTo('2026-12-31T12:00:00Z');
    await domain.settle(id);
    expect(await celebrated()).toEqual(['2026-01-14T05:00:00.000Z']);
    // Still 2026 in New York.
    domain.turnTo('2027-01-01T04:59:59Z');
    await change(id, { day: 1, month: 1 });
    expect(await celebrated()).toHaveLength(1);
    domain.turnTo('2027-01-01T05:00:00Z');
    await domain.settle(id);
    expect(await celebrated()).toHaveLength(2);
    await domain.change({ rules: [] });
    await domain.change({ rules: [birthdayRule()] });
    await change(id, { day: 2, month: 1 });
    domain.turnTo('2027-01-02T12:00:00Z');
    await sweepOnce(domain.deps);
    expect(await celebrated()).toHaveLength(2);
  });

  it('is celebrated once where many changes of it come at once', async () => {
    await domain.begin({ rules: [birthdayRule()] });
    const { id } = await domain.customer();
    await Promise.all(atOnce(10, (index) => change(id, { day: 14, month: 1, year: 1980 + index })));
    await Promise.all(atOnce(10, (index) => change(id, index % 2 ? null : { day: 14, month: 1 })));
    expect(await celebrated()).toHaveLength(1);
    expect((await domain.row(id)).points_approved).toBe(50);
  });

  it('is celebrated once however many servers sweep at once', async () => {
    await domain.begin({ rules: [birthdayRule()] });
    const ids = [];
    for (let index = 0; index < 5; index += 1) {
      ids.push((await newborn({ day: 15, month: 1, year: 1990 }, `twin-${index}`)).id);
    }
    domain.turnTo('2026-01-15T05:00:00Z');
    await Promise.all(atOnce(4, () => sweepOnce(domain.deps)));
    await Promise.all(ids.map((id) => domain.settle(id)));
    expect(await celebrated()).toHaveLength(5);
  });

  it('is not celebrated with the blocked, for whom the next is awaited', async () => {
    await domain.begin({ rules: [birthdayRule()] });
    const { id } = await newborn({ day: 20, month: 7, year: null });
    await domain.block(id);
    domain.turnTo('2026-07-20T12:00:00Z');
    await domain.settle(id);
    expect(await celebrated()).toEqual([]);
    expect((await domain.row(id)).next_birthday_at).toBe(Date.parse('2027-07-20T04:00:00Z'));
  });

  it('gives by each rule what is for the tier, as often as its limit allows', async () => {
    await domain.begin({
      rewards: [{ key: 'card', definition: rewardDefinition({ stock: 1 }) }],
      rules: [
        birthdayRule(),
        { ...birthdayRule({ limit: { count: 1, interval: null } }), key: 'once' },
        { ...birthdayRule({ result: { kind: 'reward', reward_key: 'card' } }), key: 'card' },
        { ...birthdayRule({ enabled: false }), key: 'off' },
      ],
    });
    const { id } = await newborn({ day: 20, month: 7 });
    domain.turnTo('2027-07-20T12:00:00Z');
    await domain.settle(id);
    expect((await domain.row(id)).points_approved).toBe(150);
    expect(await domain.claims()).toHaveLength(1);
  });

  it('moves to another hour with the time zone of the home site, and not to another year', async () => {
    const site = (time_zone: string) => [{ key: 'main', definition: siteDefinition({ time_zone }) }];
    await domain.begin({ rules: [birthdayRule()], sites: site('Europe/Berlin') });
    const { id } = await newborn({ day: 20, month: 7 });
    await domain.change({ sites: site('America/New_York') });
    domain.turnTo('2026-07-21T12:00:00Z');
    await domain.settle(id);
    expect(await celebrated()).toEqual(['2026-07-19T22:00:00.000Z']);
    expect((await domain.row(id)).next_birthday_at).toBe(Date.parse('2027-07-20T04:00:00Z'));
  });
});

describe('a birthday that is told', () => {
  it('on the day itself is celebrated at once, and not again', async () => {
    await domain.begin({ rules: [birthdayRule()] });
    const { id } = await domain.customer();
    expect(await set(id, { day: 14, month: 1, year: 2000 })).toEqual({
      updated: true,
      birthday: { day: 14, month: 1, year: 2000 },
      customer_id: id,
    });
    expect(await domain.row(id)).toMatchObject({
      points_approved: 50,
      next_due_at: Date.parse('2027-01-14T05:00:00Z'),
    });
    await domain.settle(id);
    expect(await celebrated()).toEqual(['2026-01-14T05:00:00.000Z']);
  });

  it('stays as it was told first', async () => {
    await domain.begin({ rules: [birthdayRule()] });
    const { id } = await newborn({ day: 3, month: 5 });
    expect(await set(id, { day: 14, month: 1, year: 2000 })).toEqual({
      updated: false,
      birthday: { day: 3, month: 5, year: null },
      customer_id: id,
    });
    expect(await domain.row(id)).toMatchObject({ birthday_day: 3, points_approved: 0 });
  });

  it('by many at once is told by one of them', async () => {
    await domain.begin({ rules: [birthdayRule()] });
    const { id } = await domain.customer();
    const answers = await Promise.all(
      atOnce(12, (index) => set(id, { day: 14, month: 1, year: 1980 + index })),
    );
    const [first, ...others] = answers.filter((answer) => answer.updated);
    expect(others).toEqual([]);
    expect(new Set(answers.map((answer) => answer.birthday.year))).toEqual(new Set([first!.birthday.year]));
    expect(await celebrated()).toHaveLength(1);
  });

  it.each([
    [{ day: 30, month: 2, year: 1990 }],
    [{ day: 29, month: 2, year: 2023 }],
    [{ day: 1, month: 13, year: 1990 }],
    [{ day: 0, month: 1, year: 1990 }],
    [{ day: 31, month: 12, year: 1899 }],
    [{ day: 1, month: 1, year: -5 }],
    [{ day: 15, month: 1, year: 2026 }],
    [{ day: 1, month: 1, year: Number.MAX_SAFE_INTEGER }],
  ])('is refused where there was no such day: %o', async (birthday) => {
    await domain.begin({ rules: [birthdayRule()] });
    const { id } = await domain.customer();
    expect(await outcomeOf(set(id, birthday))).toBe('invalid_date');
    expect((await domain.row(id)).birthday_day).toBeNull();
  });

  it('is held against the day at home', async () => {
    await domain.begin({ rules: [birthdayRule()] });
    const { id } = await domain.customer();
    // The 15th in UTC, still the 14th in New York.
    domain.turnTo('2026-01-15T04:59:59Z');
    expect(await outcomeOf(set(id, { day: 15, month: 1, year: 2026 }))).toBe('invalid_date');
    domain.turnTo('2026-01-15T05:00:00Z');
    expect(await outcomeOf(set(id, { day: 15, month: 1, year: 2026 }))).toBe('done');
  });

  it('is refused of guests, of the blocked and of nobody', async () => {
    await domain.begin({ ...GUESTS, rules: [birthdayRule()] });
    const guest = await newborn({ day: 3, month: 5 });
    const born = { day: 3, month: 5, year: 1990 };
    expect(await outcomeOf(set(guest.id, born))).toBe('customer_not_enrolled');
    await domain.block(guest.id);
    expect(await outcomeOf(set(guest.id, born))).toBe('customer_blocked');
    expect(await outcomeOf(set(guest.id + 1000, born))).toBe('not_found');
  });
});

describe('a birthday that is known when its customer is created', () => {
  it('is celebrated at once where it is that day, with those who are enrolled', async () => {
    await domain.begin({ rules: [birthdayRule()] });
    expect(await newborn({ day: 14, month: 1 })).toMatchObject({ points_approved: 50 });
  });

  it('is awaited from the enrolment on', async () => {
    await domain.begin({ ...GUESTS, rules: [birthdayRule()] });
    const { id } = await newborn({ day: 14, month: 1 });
    expect(await domain.row(id)).toMatchObject({ next_birthday_at: null, next_due_at: null });
    await domain.enrol(id);
    expect((await domain.row(id)).points_approved).toBe(50);
  });
});

describe('a program that begins to celebrate birthdays', () => {
  it('those known fall due, those of today at once, and nothing of the past', async () => {
    await domain.begin({ rules: [] });
    const today = await newborn({ day: 14, month: 1 }, 'today');
    const leap = await newborn({ day: 29, month: 2 }, 'leap');
    const past = await newborn({ day: 13, month: 1 }, 'past');
    const unknown = await domain.customer({ merchant_id: 'unknown' });
    expect(await domain.row(today.id)).toMatchObject({ next_birthday_at: null, next_due_at: null });
    await domain.change({ rules: [birthdayRule()] });
    const next = async ({ id }: { id: number }) => {
      const { next_birthday_at, next_due_at } = await domain.row(id);
      expect(next_due_at).toBe(next_birthday_at);
      return next_due_at && new Date(next_due_at).toISOString();
    };
    expect(await Promise.all([today, leap, past, unknown].map(next))).toEqual([
      '2026-01-14T05:00:00.000Z',
      '2026-02-28T05:00:00.000Z',
      '2027-01-13T05:00:00.000Z',
      null,
    ]);
    await sweepOnce(domain.deps);
    expect(await celebrated()).toEqual(['2026-01-14T05:00:00.000Z']);
  });

  it('its customers are locked as by every writer', async () => {
    await domain.begin({ rules: [] });
    const { id, version } = await newborn({ day: 29, month: 2 });
    await domain.change({ rules: [birthdayRule()] });
    expect((await domain.row(id)).version).toBe(version + 1);
    await domain.change({ rules: [] });
    expect((await domain.row(id)).version).toBe(version + 2);
  });

  it('having stopped and begun again it celebrates no day twice, and none of the time between', async () => {
    await domain.begin({ rules: [birthdayRule()] });
    const { id } = await newborn({ day: 14, month: 1 });
    await domain.change({ rules: [birthdayRule({ enabled: false })] });
    expect((await domain.row(id)).next_birthday_at).toBeNull();
    await domain.change({ rules: [birthdayRule()] });
    await sweepOnce(domain.deps);
    expect(await celebrated()).toHaveLength(1);
    await domain.change({ rules: [birthdayRule({ enabled: false })] });
    domain.turnTo(domain.clock.real() + 800 * DAY);
    await domain.change({ rules: [birthdayRule()] });
    await sweepOnce(domain.deps);
    expect(await celebrated()).toHaveLength(1);
    expect((await domain.row(id)).next_due_at).toBe(Date.parse('2029-01-14T05:00:00Z'));
  });
});
