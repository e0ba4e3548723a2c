import { describe, expect, it } from 'vitest';
import type { ImportField } from '../../src/domain/imports/import-fields.ts';
import { KeyCensus, RepeatedKeys } from '../../src/domain/imports/key-census.ts';
import { mapColumns } from '../../src/domain/imports/map-columns.ts';
import { PLAIN, PRESETS } from '../../src/domain/imports/presets.ts';
import { readDay, readMoment } from '../../src/domain/imports/read-dates.ts';
import { readRow } from '../../src/domain/imports/read-row.ts';
import { sampleProgram } from '../support/sample-program.ts';

const NEW_YORK = 'America/New_York';

describe('days', () => {
  it.each([
    ['1990-02-03', 'ymd', { year: 1990, month: 2, day: 3 }],
    ['1990/2/3', 'dmy', { year: 1990, month: 2, day: 3 }],
    ['1990-02-03 00:00:00', 'ymd', { year: 1990, month: 2, day: 3 }],
    ['02/03/1990', 'mdy', { year: 1990, month: 2, day: 3 }],
    ['03.02.1990', 'dmy', { year: 1990, month: 2, day: 3 }],
    ['02/03', 'mdy', { year: null, month: 2, day: 3 }],
    ['03/02', 'dmy', { year: null, month: 2, day: 3 }],
    ['--02-03', 'ymd', { year: null, month: 2, day: 3 }],
    ['02/03/1990', 'ymd', undefined],
    ['3 February', 'dmy', undefined],
    ['', 'dmy', undefined],
  ] as const)('%s as %s', (text, order, day) => {
    expect(readDay(text, order)).toEqual(day);
  });
});

describe('moments', () => {
  const read = (text: string, day: 'start' | 'end' = 'start') => {
    const moment = readMoment(text, { order: 'dmy', zone: NEW_YORK, day });
    return moment === undefined ? undefined : new Date(moment).toISOString();
  };

  it.each([
    ['2026-01-31T10:00:00Z', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31 10:00:00 UTC', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31 10:00:00 -0500', '2026-01-31T15:00:00.000Z'],
    ['2026-01-31T10:00:00.123456+01:00', '2026-01-31T09:00:00.123Z'],
    ['2026-01-31 10:00', '2026-01-31T15:00:00.000Z'],
    ['2026-01-31', '2026-01-31T05:00:00.000Z'],
    ['31.01.2026', '2026-01-31T05:00:00.000Z'],
    ['2026-02-30', undefined],
    ['2026-02-30 10:00', undefined],
    ['2026-01-31 25:00', undefined],
    ['31.01.', undefined],
    ['tomorrow', undefined],
  ])('%s', (text, moment) => {
    expect(read(text)).toBe(moment);
  });

  it('that are days end when the day does, also on the day that the clocks are changed', () => {
    expect(read('2026-03-07', 'end')).toBe('2026-03-08T05:00:00.000Z');
    expect(read('2026-03-08', 'end')).toBe('2026-03-09T04:00:00.000Z');
  });
});

describe('presets', () => {
  const columnsOf = (preset: string, header: string) => {
    const { columns } = mapColumns(header.split(','), { preset: PRESETS[preset]!, columns: {}, dates: null });
    return Object.fromEntries([...columns].map(([field, at]) => [field, header.split(',')[at]]));
  };

  it.each<[string, string, Partial<Record<ImportField, string>>]>([
    [
      'smile',
      'First name,Last name,Email,Points balance,Member status,VIP tier,Date of birth',
      {
        first_name: 'First name',
        last_name: 'Last name',
        email: 'Email',
        points: 'Points balance',
        tier: 'VIP tier',
        birthday: 'Date of birth',
      },
    ],
    ['smile', 'email,points', { email: 'email', points: 'points' }],
    [
      'yotpo',
      'Full Name,First Name,Last Name,Email,Points Balance,Points Spent,Birthday (MM/DD/YYYY)',
      {
        first_name: 'First Name',
        last_name: 'Last Name',
        email: 'Email',
        points: 'Points Balance',
        birthday: 'Birthday (MM/DD/YYYY)',
      },
    ],
    [
      'stamped',
      'first_name,last_name,email,points,birthday,vip_tier,vip_tier_end_date',
      {
        first_name: 'first_name',
        last_name: 'last_name',
        email: 'email',
        points: 'points',
        birthday: 'birthday',
        tier: 'vip_tier',
        tier_expires_at: 'vip_tier_end_date',
      },
    ],
    [
      'rivo',
      'Email,Points Balance,Birthdate,VIP Tier,Activation Date,Credits Balance',
      {
        email: 'Email',
        points: 'Points Balance',
        birthday: 'Birthdate',
        tier: 'VIP Tier',
        enrolled_at: 'Activation Date',
      },
    ],
    [
      'rivyo',
      'Email,Points Balance,Birthdate,Points Expiry,Created At',
      { email: 'Email', points: 'Points Balance', birthday: 'Birthdate', points_expire_at: 'Points Expiry' },
    ],
    [
      'loyaltylion',
      'id,merchant_id,email,points_approved,points_pending,points_spent,enrolled_at,referral_id,birthday,blocked',
      {
        merchant_id: 'merchant_id',
        email: 'email',
        points: 'points_approved',
        points_spent: 'points_spent',
        enrolled_at: 'enrolled_at',
        referral_id: 'referral_id',
        birthday: 'birthday',
        blocked: 'blocked',
      },
    ],
  ])('%s finds its columns', (preset, header, columns) => {
    expect(columnsOf(preset, header)).toEqual(columns);
  });

  it('smile knows the year that stands for none', () => {
    const mapping = mapColumns(['Email', 'Date of birth'], {
      preset: PRESETS.smile!,
      columns: {},
      dates: null,
    });
    const program = sampleProgram();
    const read = readRow(
      { line: 2, cells: ['a@example.com', '1004-05-27'] },
      { mapping, program, site: program.sites.at(-1)!, now: 0 },
    );
    expect(read).toMatchObject({ birthday: { day: 27, month: 5, year: null } });
  });

  it('our own takes the quote away that keeps spreadsheets from running text', () => {
    const cells = ["'+49170", "''=x", "'plain"];
    const header = ['merchant_id', 'first_name', 'last_name'];
    const program = sampleProgram();
    const terms = { program, site: program.sites.at(-1)!, now: 0 };
    const own = mapColumns(header, { preset: PRESETS.loyaltyd!, columns: {}, dates: null });
    expect(readRow({ line: 2, cells }, { ...terms, mapping: own })).toMatchObject({
      merchant_id: '+49170',
      first_name: "'=x",
      last_name: "'plain",
    });
    const other = mapColumns(header, { preset: PLAIN, columns: {}, dates: null });
    expect(readRow({ line: 2, cells }, { ...terms, mapping: other })).toMatchObject({
      merchant_id: "'+49170",
    });
  });
});

describe('a row', () => {
  const program = sampleProgram();
  const header = ['merchant_id', 'email', 'metadata'];
  const mapping = mapColumns(header, { preset: PLAIN, columns: {}, dates: null });
  const read = (email: string, metadata: string) =>
    readRow(
      { line: 2, cells: ['1', email, metadata] },
      { mapping, program, site: program.sites.at(-1)!, now: 0 },
    );

  it.each(['anna', 'a@b@c', '=cmd', 'an\u200bna@shop.example', 'a@b\nBcc: c@d', `${'a'.repeat(251)}@b.c`])(
    'with the email %j is refused',
    (email) => expect(read(email, '')).toEqual({ line: 2, mistakes: ['email is not an email address'] }),
  );

  it('takes an email without the spaces around its cell', () => {
    expect(read(' anna@shop.example ', '')).toMatchObject({ email: 'anna@shop.example' });
  });

  it('is refused for a number in metadata that would not come back as it is, and for a name that stands twice', () => {
    const inexact = 'metadata holds a number that cannot be held exactly; write it as text';
    expect(read('', '{"id":12345678901234567890}')).toEqual({ line: 2, mistakes: [inexact] });
    expect(read('', '{"a":1,"\\u0061":2}')).toEqual({ line: 2, mistakes: ['metadata names a member twice'] });
    expect(read('', '{"id":9007199254740991}')).toMatchObject({ metadata: { id: 9007199254740991 } });
  });
});

describe('keys of a file', () => {
  it('that stand in it again are found, and no others', () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `customer-${index}`);
    keys.push('customer-7', 'customer-19999', 'customer-7');
    const census = new KeyCensus();
    for (const key of keys) census.add(key);
    const repeated = new RepeatedKeys(census.repeated());
    const found = keys.flatMap((key, index) => {
      const line = repeated.seen(key, index);
      return line === undefined ? [] : [[key, line]];
    });
    expect(found).toEqual([
      ['customer-7', 7],
      ['customer-19999', 19_999],
      ['customer-7', 7],
    ]);
  });
});
