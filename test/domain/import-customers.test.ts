import { describe, expect, it } from 'vitest';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import { listImports } from '../../src/domain/imports/list-imports.ts';
import { PRESETS } from '../../src/domain/imports/presets.ts';
import { enrolCustomer } from '../../src/domain/operations/enrol-customer.ts';
import { programSettings, ruleDefinition } from '../support/factories.ts';
import { importLines } from '../support/imports.ts';
import { AFTER_A_YEAR, AT_YEARS_END, adjust, expiring, openLots, resolve } from '../support/lots.ts';
import { outcomeOf } from '../support/outcomes.ts';
import { rowsOf } from '../support/rows-of.ts';
import { testDomain } from '../support/test-domain.ts';
import { threeTiers } from '../support/tier-shop.ts';

const domain = testDomain();

async function named(merchantId: string): Promise<CustomerRow> {
  return (await findCustomer(domain.deps.db, domain.program.id, merchantId))!;
}

const NOTHING = { created: 0, changed: 0, unchanged: 0, refused: 0, points: 0 };

describe('a file of new customers', () => {
  it('makes them as it says: names, birthday, consent, points, tier, referral id, metadata', async () => {
    await domain.begin({
      settings: programSettings({ tier_membership: { mode: 'rolling', duration_months: 12 } }),
      tiers: threeTiers(),
    });
    const outcome = await importLines(
      domain,
      [
        'merchant_id,email,first_name,last_name,birthday,email_marketing,points,tier,referral_id,enrolled_at,shoe',
        'gid://shop/Customer/7,Ann@example.com,Ann,Lee,1990-02-28,subscribed,250,GOLD,ann-7,2024-05-06T07:08:09Z,44',
        '8,,,,--02-29,no,,,,2025-01-31,',
      ],
      { choices: { columns: { 'metadata.shoe': 'shoe' } } },
    );
    expect(outcome).toMatchObject({ ...NOTHING, rows: 2, created: 2, points: 250, refusals: [] });
    expect(outcome.examples).toEqual([
      'line 2: gid://shop/Customer/7: new customer, 250 points, tier gold',
      'line 3: 8: new customer, 0 points, tier base',
    ]);
    const gold = domain.program.tiers[2]!;
    expect(await named('7')).toMatchObject({
      merchant_id: 'gid://shop/Customer/7',
      email: 'Ann@example.com',
      first_name: 'Ann',
      birthday_year: 1990,
      email_marketing: 'subscribed',
      points_approved: 250,
      tier_id: gold.id,
      tier_started_at: domain.clock.real(),
      tier_expires_at: Date.parse('2027-01-14T12:00:00Z'),
      referral_id: 'ann-7',
      enrolled_at: Date.parse('2024-05-06T07:08:09Z'),
      metadata: { shoe: '44' },
    });
    expect(await named('8')).toMatchObject({
      birthday_month: 2,
      birthday_day: 29,
      birthday_year: null,
      email_marketing: 'not_subscribed',
      enrolled_at: Date.parse('2025-01-31T05:00:00Z'),
      metadata: {},
    });
    expect((await domain.rows('tier_entries')).map(({ tier_id }) => tier_id)).toEqual([
      gold.id,
      domain.program.tiers[0]!.id,
    ]);
    expect(await domain.rows('adjustments')).toMatchObject([{ points: 250, reason: 'opening' }]);
  });

  it('gives nothing that joining, a tier or a birthday of another day would give', async () => {
    await domain.begin({
      rules: [{ key: 'join', definition: ruleDefinition({ kind: 'join_program', properties: {} }) }],
    });
    await importLines(domain, ['merchant_id,birthday', '1,1990-05-05']);
    expect(await domain.rows('activities')).toEqual([]);
    expect(await named('1')).toMatchObject({ enrolled_at: domain.clock.real(), points_approved: 0 });
  });

  it('waits for birthdays where the program celebrates them', async () => {
    await domain.begin({
      rules: [{ key: 'birthday', definition: ruleDefinition({ kind: 'birthday', properties: {} }) }],
    });
    await importLines(domain, ['merchant_id,birthday', '1,1990-05-05', '2,1990-01-14']);
    const may = Date.parse('2026-05-05T04:00:00Z');
    expect(await named('1')).toMatchObject({ next_birthday_at: may, next_due_at: may });
    // It is today.
    const { id } = await named('2');
    expect(await domain.settle(id)).toMatchObject({ points_approved: 50 });
  });

  it('keeps their lots with the dates that it gives, and what has none by the program’s terms', async () => {
    await domain.begin(expiring(AT_YEARS_END));
    const outcome = await importLines(domain, [
      'merchant_id,points,points_expire_at,lots',
      '1,100,2026-03-31,',
      '2,,,100@2026-06-30;50@2026-04-01T10:00:00+02:00;7',
      '3,150,,100@2026-06-30;49@2026-04-01',
      '4,100,2026-01-13,',
      '5,,,10@2026-02-30;x@2026-05-05',
    ]);
    expect(outcome).toMatchObject({ created: 2, refused: 3, points: 257 });
    expect(outcome.refusals.map(({ reason }) => reason)).toEqual([
      'lots hold 149 points, and points says 150',
      'has points that have expired',
      expect.stringMatching(/^lots is no date as ymd says; lots must be a whole number/),
    ]);
    expect(await openLots(domain, (await named('1')).id)).toEqual(['2026-04-01: 100']);
    expect(await openLots(domain, (await named('2')).id)).toEqual([
      '2026-04-01: 50',
      '2026-07-01: 100',
      '2028-01-01: 7',
    ]);
  });

  it('makes guests of those without an enrolled_at where there is such a column, and blocks whom it says', async () => {
    await domain.begin();
    const outcome = await importLines(domain, [
      'merchant_id,enrolled_at,points,blocked',
      '1,,,',
      '2,,5,',
      '3,2027-01-01,,',
      '4,2025-01-01,9,yes',
    ]);
    expect(outcome.refusals).toEqual([
      { line: 3, reason: 'has points or a tier, and no enrolled_at' },
      { line: 4, reason: 'has an enrolled_at that is still to come' },
    ]);
    expect(await named('1')).toMatchObject({ enrolled_at: null, blocked_at: null, tier_id: null });
    expect(await named('4')).toMatchObject({ points_approved: 9, blocked_at: domain.clock.real() });
  });
});

describe('a file of known customers', () => {
  it('posts the difference, replaces what it says otherwise, and changes nothing the second time', async () => {
    await domain.begin();
    await domain.customer({ merchant_id: '1', points: 40 });
    await domain.customer({ merchant_id: '2', points: 40, email: 'two@example.com' });
    await domain.customer({ merchant_id: '3' });
    const file = [
      'merchant_id,email,first_name,points',
      '1,one@example.com,Ann,100',
      '2,TWO@example.com,,15',
      '3,,,',
    ];
    const outcome = await importLines(domain, file);
    expect(outcome).toMatchObject({ ...NOTHING, changed: 2, unchanged: 1, points: 35 });
    expect(outcome.examples).toEqual([
      'line 2: 1: points 40 → 100, email, first_name',
      'line 3: 2: points 40 → 15',
    ]);
    expect(await named('1')).toMatchObject({
      points_approved: 100,
      email: 'one@example.com',
      first_name: 'Ann',
    });
    expect(await named('2')).toMatchObject({ points_approved: 15, email: 'two@example.com' });
    const before = await rowsOf(domain.deps.db, domain.program.id, ['imports', 'audit_entries', 'customers']);
    expect(await importLines(domain, file)).toMatchObject({ ...NOTHING, unchanged: 3 });
    expect(
      await rowsOf(domain.deps.db, domain.program.id, ['imports', 'audit_entries', 'customers']),
    ).toEqual(before);
  });

  it('finds them by email where it has no merchant_id, and refuses emails that nobody has', async () => {
    await domain.begin();
    await domain.customer({ merchant_id: '1', email: 'Ann@example.com' });
    const outcome = await importLines(
      domain,
      ['Email,Points Balance', 'ann@EXAMPLE.com,70', 'bob@example.com,5'],
      {
        choices: { preset: PRESETS.smile! },
      },
    );
    expect(outcome).toMatchObject({ changed: 1, refused: 1, points: 70 });
    expect(outcome.refusals[0]!.reason).toBe('names nobody: no customer of the program has this email');
    expect(await named('1')).toMatchObject({ points_approved: 70 });
  });

  it('adds what is missing to the lots that expire last, and takes from those that expire first', async () => {
    await domain.begin(expiring(AFTER_A_YEAR));
    const { id } = await domain.customer({ merchant_id: '1' });
    await adjust(domain, id, 30);
    await importLines(domain, ['merchant_id,lots', '1,60@2026-03-31;50@2026-12-30']);
    // 110 in all: 80 are missing, of which 50 expire last.
    expect(await openLots(domain, id)).toEqual(['2026-04-01: 30', '2026-12-31: 50', '2027-01-14: 30']);
    await importLines(domain, ['merchant_id,points', '1,60']);
    expect(await openLots(domain, id)).toEqual(['2026-12-31: 30', '2027-01-14: 30']);
  });

  it('settles them before it looks at their balance', async () => {
    await domain.begin(expiring(AFTER_A_YEAR));
    const { id } = await domain.customer({ merchant_id: '1' });
    await adjust(domain, id, 30);
    domain.turnTo('2027-01-15T12:00:00Z');
    expect(await importLines(domain, ['merchant_id,points', '1,30'])).toMatchObject({
      changed: 1,
      points: 30,
    });
    expect(await domain.rows('expiries')).toMatchObject([{ points: 30 }]);
  });

  it('moves them between tiers, without the tiers’ entry rewards', async () => {
    await domain.begin({
      settings: programSettings({ tier_membership: { mode: 'rolling', duration_months: 12 } }),
      tiers: threeTiers(),
    });
    await domain.customer({ merchant_id: '1' });
    await importLines(domain, ['merchant_id,tier,tier_expires_at', '1,Silver,2026-06-30']);
    expect(await named('1')).toMatchObject({
      tier_id: domain.program.tiers[1]!.id,
      tier_expires_at: Date.parse('2026-07-01T04:00:00Z'),
    });
    expect(await importLines(domain, ['merchant_id,tier', '1,silver'])).toMatchObject({ unchanged: 1 });
    const refused = await importLines(domain, ['merchant_id,tier', '1,platinum']);
    expect(refused.refusals[0]!.reason).toBe("tier is none of the program's: it has base, silver, gold");
  });

  it('merges metadata member by member', async () => {
    await domain.begin();
    await importLines(domain, ['merchant_id,a,b', '1,x,y'], {
      choices: { columns: { 'metadata.a': 'a', 'metadata.__proto__': 'b' } },
    });
    expect(Object.entries((await named('1')).metadata)).toEqual([
      ['a', 'x'],
      ['__proto__', 'y'],
    ]);
    await importLines(domain, ['merchant_id,metadata', '1,{"a":null}']);
    expect(Object.keys((await named('1')).metadata)).toEqual(['__proto__']);
  });

  it('pays a debt first', async () => {
    await domain.begin(expiring(AFTER_A_YEAR));
    const { id } = await domain.customer({ merchant_id: '1' });
    await domain.complete('follow', { customer: '1' });
    await adjust(domain, id, -50);
    const [activity] = await domain.rows('activities');
    await resolve(domain, id, activity!.id, 'void');
    expect((await domain.row(id)).points_approved).toBe(-50);
    await importLines(domain, ['merchant_id,lots', '1,60@2026-06-30;40@2026-12-31']);
    expect((await domain.row(id)).points_approved).toBe(100);
    expect(await openLots(domain, id)).toEqual(['2026-07-01: 60', '2027-01-01: 40']);
  });
});

describe('rows that are refused', () => {
  it('name a customer, an email or a referral id a second time', async () => {
    await domain.begin();
    const outcome = await importLines(domain, [
      'merchant_id,email,referral_id',
      '1,a@example.com,r1',
      'gid://shop/Customer/1,,',
      '2,A@EXAMPLE.com,',
      '3,,r1',
      '4,b@example.com,',
      ...Array.from({ length: 1500 }, (_, index) => `x${index},,`),
      '4,,',
    ]);
    expect(outcome).toMatchObject({ created: 1502, refused: 4 });
    expect(outcome.refusals).toEqual([
      { line: 3, reason: 'names the same customer as line 2' },
      { line: 4, reason: 'has the same email as line 2' },
      { line: 5, reason: 'has the same referral_id as line 2' },
      { line: 1507, reason: 'names the same customer as line 6' },
    ]);
  });

  it('contradict what is known of who a customer is', async () => {
    await domain.begin();
    await domain.customer({ merchant_id: '1', email: 'one@example.com' });
    const { referral_id } = await domain.customer({ merchant_id: '2' });
    const outcome = await importLines(domain, [
      'merchant_id,email,referral_id',
      '1,other@example.com,',
      '3,ONE@example.com,',
      `4,,${referral_id}`,
      '5,,',
    ]);
    expect(outcome).toMatchObject({ created: 1, refused: 3 });
    expect(outcome.refusals.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('has another email than the customer'),
      'has an email that another customer has',
      'has a referral_id that another customer has',
    ]);
    const known = await importLines(domain, ['merchant_id,email', '2,One@example.com']);
    expect(known.refusals[0]!.reason).toBe('has an email that another customer has');
  });

  it('would change the points of the blocked, of guests, of the merged', async () => {
    await domain.begin({ settings: programSettings({ enrol_on_sight: false }) });
    const guest = await domain.customer({ merchant_id: 'guest' });
    const blocked = await domain.customer({ merchant_id: 'blocked' });
    await enrolCustomer(domain.deps, { program: domain.program, customer_id: blocked.id });
    await domain.block(blocked.id);
    const outcome = await importLines(domain, [
      'merchant_id,first_name,points',
      'guest,Ann,5',
      'blocked,Ann,5',
    ]);
    expect(outcome.refusals.map(({ reason }) => reason)).toEqual([
      'has points or a tier for a guest, who is to be enrolled first',
      'would change the points or the tier of a blocked customer',
    ]);
    expect(await importLines(domain, ['merchant_id,first_name', 'guest,Ann', 'blocked,Bob'])).toMatchObject({
      changed: 2,
    });
    expect((await domain.row(guest.id)).first_name).toBe('Ann');
  });

  it('say what a guest owes, who has no balance', async () => {
    await domain.begin();
    const outcome = await importLines(domain, ['merchant_id,enrolled_at,points', '1,,-5', '2,,0']);
    expect(outcome.refusals.map(({ reason }) => reason)).toEqual([
      'has points or a tier, and no enrolled_at',
    ]);
    expect(outcome).toMatchObject({ created: 1 });
  });

  it('hold what no field takes, all complaints of a row at once', async () => {
    await domain.begin();
    const long = 'x'.repeat(256);
    const outcome = await importLines(domain, [
      'merchant_id,email,points,birthday,email_marketing,metadata',
      `${long},,,,,`,
      'a\0b,,,,,',
      '1,no email,,,,',
      '2,,1.5,2026-13-01,maybe,[1]',
      '3,,52 620,,,',
      '4,,-1000000001,2027-01-01,,{"a":"\\u0000"}',
      '5,,1000000001,1890-01-01,,',
      ',,5,,,',
      '6,too,few',
      '7,,1e2,,,null',
      '__proto__,,1.0,,,',
    ]);
    expect(outcome).toMatchObject({ created: 1, refused: 10, points: 1 });
    expect(outcome.refusals.map(({ reason }) => reason)).toEqual([
      'merchant_id is longer than 255 characters',
      'merchant_id holds characters that are no text',
      'email is not an email address',
      expect.stringMatching(
        /^birthday is not possible.*email_marketing must be.*metadata must be.*points must be/,
      ),
      expect.stringContaining('points must be a whole number'),
      expect.stringMatching(/^birthday is not possible.*metadata must be a JSON object; points must/),
      expect.stringMatching(/^birthday is not possible.*; points must be/),
      'has no merchant_id',
      'has 3 cells, and the header has 6',
      expect.stringMatching(/metadata must be a JSON object.*points must be/),
    ]);
    expect(await named('__proto__')).toMatchObject({ points_approved: 1 });
  });
});

describe('columns', () => {
  it('that are named and not there, or that say nothing of who rows are of, refuse the file', async () => {
    await domain.begin();
    expect(() => importLines(domain, ['a,b', '1,2'])).toThrow(
      /no column holds the customers' merchant_id or email/,
    );
    const columns = { points: 'Balance', nonsense: 'a', email: '' };
    expect(() =>
      importLines(domain, ['merchant_id,a,Points,points', '1,2,3,4'], { choices: { columns } }),
    ).toThrow('The file cannot be read: the column Balance is not in the file; there is no field nonsense.');
  });
});

describe('a dry run', () => {
  const FILE = [
    'merchant_id,email,points,tier',
    ...Array.from({ length: 1200 }, (_, index) => `${index},c${index}@example.com,${index},`),
    '7,,,',
    'bad,,x,',
    'new,c9@example.com,,',
  ];

  it('says what the run then does, and writes nothing', async () => {
    await domain.begin();
    for (const merchant_id of ['3', '5'])
      await domain.customer({
        merchant_id,
        points: 4,
        email: merchant_id === '5' ? 'five@example.com' : null,
      });
    const before = await rowsOf(domain.deps.db, domain.program.id);
    const told: unknown[] = [];
    const dry = await importLines(domain, FILE, {
      dry_run: true,
      onRefused: (refusals) => told.push(...refusals),
    });
    expect(await rowsOf(domain.deps.db, domain.program.id)).toEqual(before);
    const { import_id, ...real } = await importLines(domain, FILE);
    expect({ ...dry, import_id }).toEqual({ ...real, import_id });
    expect(told).toEqual(real.refusals);
    expect(dry).toMatchObject({ created: 1198, changed: 1, refused: 4 });
  });
});

describe('an import that is interrupted', () => {
  const FILE = [
    'merchant_id,points',
    ...Array.from({ length: 2500 }, (_, index) => `${index},${index}`),
    'x,y',
    '9,1',
  ];

  it('goes on where it is run again, to the same result as an unbroken one', async () => {
    await domain.begin();
    const whole = await importLines(domain, FILE);
    const books = (await domain.rows('transactions')).map(({ points_approved }) => points_approved);
    await domain.begin();
    let passes = 0;
    const breaking = importLines(domain, FILE, {
      read: async function* () {
        passes += 1;
        for (const [index, text] of FILE.slice(1).entries()) {
          if (passes === 2 && index === 1700) throw new Error('the cable was pulled');
          yield { line: index + 2, cells: text.split(',') };
        }
      },
    });
    await expect(breaking).rejects.toThrow('cable');
    expect(
      await domain.deps.db
        .selectFrom('imports')
        .selectAll()
        .where('program_id', '=', domain.program.id)
        .execute(),
    ).toMatchObject([{ state: 'running', rows_done: 1000, created: 1000 }]);
    // It failed, so that nobody is at it.
    expect(await listImports(domain.deps, domain.program)).toMatchObject([{ interrupted: true }]);
    const again = await importLines(domain, FILE);
    expect(again).toEqual({
      ...whole,
      import_id: again.import_id,
      resumed_behind: 1000,
      examples: again.examples,
    });
    expect((await domain.rows('transactions')).map(({ points_approved }) => points_approved)).toEqual(books);
  });

  it('is told from one that runs, also where its process was killed', async () => {
    await domain.begin();
    const seen: boolean[] = [];
    const list = async () => (await listImports(domain.deps, domain.program))[0]!.interrupted;
    let passes = 0;
    await importLines(domain, FILE, {
      read: async function* () {
        passes += 1;
        for (const [index, text] of FILE.slice(1).entries()) {
          if (passes === 2 && index === 1500) {
            seen.push(await list());
            // Nothing is heard of it for longer than any of its transactions takes.
            domain.clock.advance(61_000);
            seen.push(await list());
          }
          yield { line: index + 2, cells: text.split(',') };
        }
      },
    });
    seen.push(await list());
    expect(seen).toEqual([false, true, false]);
  });

  it('refuses to go on under other options', async () => {
    await domain.begin();
    let passes = 0;
    const breaking = importLines(domain, FILE, {
      read: async function* () {
        passes += 1;
        if (passes === 2) throw new Error('the cable was pulled');
        yield { line: 2, cells: ['1', '1'] };
      },
    });
    await expect(breaking).rejects.toThrow('cable');
    expect(await outcomeOf(importLines(domain, FILE, { choices: { dates: 'dmy' } }))).toBe('invalid_request');
    expect(await importLines(domain, FILE)).toMatchObject({ created: 2500 });
  });
});

describe('a balance below zero', () => {
  it.each([null, { mode: 'after_earning', duration_months: 12 } as const])(
    'is a debt that the next points pay, with points that expire as %j',
    async (points_expiry) => {
      await domain.begin({ settings: programSettings({ points_expiry }) });
      const lines = ['merchant_id,points,lots', '1,-120,', '2,30,30'];
      expect(await importLines(domain, lines)).toMatchObject({ created: 2, points: -90 });
      expect(await named('1')).toMatchObject({ points_approved: -120, points_spent: 0 });
      expect(await importLines(domain, lines)).toMatchObject({ unchanged: 2 });
      expect(await importLines(domain, ['merchant_id,points', '2,-5'])).toMatchObject({ changed: 1 });
      expect(await importLines(domain, ['merchant_id,points', '1,10'])).toMatchObject({ points: 130 });
      expect([(await named('1'))!.points_approved, (await named('2'))!.points_approved]).toEqual([10, -5]);
      const held = points_expiry ? [10] : [];
      const left = (await domain.rows('lots'))
        .map(({ remaining }) => remaining)
        .filter((points) => points > 0);
      expect(left).toEqual(held);
    },
  );
});
