import { isDeepStrictEqual } from 'node:util';
import type { Consent } from '../../db/customer-tables.ts';
import { nextBirthdayStart } from '../core/calendar.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { celebratesBirthdays, type Program } from '../programs/configuration.ts';
import type { GivenCustomer } from './import-fields.ts';

/**
 * The fields of a customer, other than its points, that an import changes and a revert restores. Only the fields
 * concerned are present.
 */
export interface KnownFields {
  email?: string | null;
  first_name?: string | null;
  last_name?: string | null;
  birthday?: { day: number; month: number; year: number | null } | null;
  email_marketing?: Consent;
  sms_marketing?: Consent;
  /** The members; null: there is no such member. */
  metadata?: Record<string, unknown>;
  tier?: { tier_id: number | null; started_at: number | null; expires_at: number | null };
}

/** The columns with these fields. */
export type FieldColumns = Pick<
  CustomerRow,
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'birthday_day'
  | 'birthday_month'
  | 'birthday_year'
  | 'next_birthday_at'
  | 'email_marketing'
  | 'sms_marketing'
  | 'metadata'
  | 'tier_id'
  | 'tier_started_at'
  | 'tier_expires_at'
>;

/** The columns of a customer whose fields are all unknown. */
export const NOTHING_KNOWN: FieldColumns = {
  email: null,
  first_name: null,
  last_name: null,
  birthday_day: null,
  birthday_month: null,
  birthday_year: null,
  next_birthday_at: null,
  email_marketing: 'unknown',
  sms_marketing: 'unknown',
  metadata: {},
  tier_id: null,
  tier_started_at: null,
  tier_expires_at: null,
};

/** The fields that a row has, except its tier. */
export function fieldsOfRow(given: GivenCustomer): KnownFields {
  const { email, first_name, last_name, birthday, email_marketing, sms_marketing, metadata } = given;
  const fields = { email, first_name, last_name, birthday, email_marketing, sms_marketing, metadata };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/**
 * The wanted fields that differ from the known ones: their known and their wanted values. Metadata is compared member
 * by member.
 */
export function fieldChanges(
  known: FieldColumns,
  wanted: KnownFields,
): { before: KnownFields; after: KnownFields } {
  const { metadata: wantedMembers = {}, ...rest } = wanted;
  const held = fieldsOf(known);
  const changed = changedEntries(held, rest);
  const members = changedEntries(held.metadata!, wantedMembers);
  return {
    before: {
      ...valuesOf(held, changed),
      ...(members.length > 0 && { metadata: valuesOf(held.metadata!, members) }),
    },
    after: {
      ...valuesOf(rest, changed),
      ...(members.length > 0 && { metadata: valuesOf(wantedMembers, members) }),
    },
  };
}

/**
 * Whether a customer that an import created has data that the import did not have. Its tier does not count, because the
 * program gives it.
 */
export function isKnownMore(customer: FieldColumns, said: KnownFields): boolean {
  const { metadata: members, ...held } = fieldsOf(customer);
  const { metadata: _, tier: __, ...nothing } = fieldsOf(NOTHING_KNOWN);
  const unsaid = Object.fromEntries(Object.entries(nothing).filter(([name]) => !Object.hasOwn(said, name)));
  const isMember = (name: string) => Object.hasOwn(said.metadata ?? {}, name);
  return changedEntries(held, unsaid).length > 0 || !Object.keys(members!).every(isMember);
}

function changedEntries(held: object, wanted: object): string[] {
  const values = new Map(Object.entries(held));
  return Object.entries(wanted).flatMap(([name, value]) =>
    isDeepStrictEqual(values.get(name) ?? null, value) ? [] : [name],
  );
}

function valuesOf(source: object, names: readonly string[]): Record<string, unknown> {
  const values = new Map(Object.entries(source));
  return Object.fromEntries(names.map((name) => [name, values.get(name) ?? null]));
}

function fieldsOf(row: FieldColumns): KnownFields {
  const { email, first_name, last_name, email_marketing, sms_marketing } = row;
  const { birthday_day: day, birthday_month: month, birthday_year: year } = row;
  return {
    email,
    first_name,
    last_name,
    birthday: day === null || month === null ? null : { day, month, year },
    email_marketing,
    sms_marketing,
    metadata: row.metadata as Record<string, unknown>,
    tier: { tier_id: row.tier_id, started_at: row.tier_started_at, expires_at: row.tier_expires_at },
  };
}

/** The columns of a customer with these fields, and the moment at which they make it due (ms; null: never). */
export function columnsWith(
  program: Program,
  customer: FieldColumns & Pick<CustomerRow, 'enrolled_at' | 'site_id'>,
  fields: KnownFields,
  now: number,
): { columns: FieldColumns; due: number | null } {
  const { birthday, metadata, tier, ...plain } = fields;
  const columns: FieldColumns = { ...pickColumns(customer), ...plain };
  const dues: (number | null)[] = [];
  if (birthday !== undefined) {
    columns.birthday_day = birthday?.day ?? null;
    columns.birthday_month = birthday?.month ?? null;
    columns.birthday_year = birthday?.year ?? null;
    const awaits = birthday !== null && customer.enrolled_at !== null && celebratesBirthdays(program);
    const zone = program.site(customer.site_id)!.time_zone;
    columns.next_birthday_at = awaits ? nextBirthdayStart(birthday, zone, now) : null;
    dues.push(columns.next_birthday_at);
  }
  if (metadata) {
    const members = Object.entries(customer.metadata).filter(([name]) => !Object.hasOwn(metadata, name));
    const set = Object.entries(metadata).filter(([, value]) => value !== null);
    columns.metadata = Object.fromEntries([...members, ...set]);
  }
  if (tier) {
    columns.tier_id = tier.tier_id;
    columns.tier_started_at = tier.started_at;
    columns.tier_expires_at = tier.expires_at;
    dues.push(tier.expires_at);
  }
  const due = Math.min(...dues.map((moment) => moment ?? Number.POSITIVE_INFINITY));
  return { columns, due: Number.isFinite(due) ? due : null };
}

function pickColumns(customer: FieldColumns): FieldColumns {
  const names = Object.keys(NOTHING_KNOWN) as (keyof FieldColumns)[];
  return Object.fromEntries(names.map((name) => [name, customer[name]])) as unknown as FieldColumns;
}
