import type { Consent } from '../../db/customer-tables.ts';
import { DomainError } from '../core/errors.ts';
import { inexactNumbers, repeatedMembers } from '../core/json-text.ts';
import { isEmailAddress } from '../customers/email-address.ts';
import { refuseImpossible } from '../customers/valid-birthday.ts';
import type { PendingPart } from '../ledger/post-pending.ts';
import type { Program, Site, Tier } from '../programs/configuration.ts';
import type { FileRow, GivenCustomer, GivenLot, ImportField } from './import-fields.ts';
import { type ColumnMapping, cellOf } from './map-columns.ts';
import { readDay, readMoment } from './read-dates.ts';

/** The terms for reading the cells of a row. */
interface RowTerms {
  mapping: ColumnMapping;
  program: Program;
  /** The home site of new customers. Dates are read in its zone. */
  site: Site;
  now: number;
}

const MAX_TEXT = 255;
const MOST_POINTS = 1_000_000_000;

/** Reads a row as a customer, or returns all its mistakes, in messages that repeat none of its contents. */
export function readRow(row: FileRow, terms: RowTerms): GivenCustomer | { line: number; mistakes: string[] } {
  const { width, columns } = terms.mapping;
  const { line, cells } = row;
  if (cells.length !== width)
    return { line, mistakes: [`has ${cells.length} cells, and the header has ${width}`] };
  const mistakes: string[] = [];
  const reader = new CellReader(cells, terms, mistakes);
  const given: GivenCustomer = {
    line,
    merchant_id: reader.text('merchant_id'),
    email: reader.email(),
    first_name: reader.text('first_name'),
    last_name: reader.text('last_name'),
    birthday: reader.birthday(),
    email_marketing: reader.consent('email_marketing'),
    sms_marketing: reader.consent('sms_marketing'),
    metadata: reader.metadata(),
    ...reader.points(),
    pending: reader.pending(),
    points_spent: reader.wholePoints('points_spent'),
    tier: reader.tier(),
    tier_expires_at: reader.moment('tier_expires_at', 'end'),
    enrolled_at: columns.has('enrolled_at') ? reader.moment('enrolled_at', 'start') : undefined,
    referral_id: reader.referralId(),
    blocked: reader.flag('blocked'),
  };
  const { identity } = terms.mapping;
  if (given[identity] === null && mistakes.length === 0) mistakes.push(`has no ${identity}`);
  if (given.tier_expires_at !== null && given.tier === null) mistakes.push('tier_expires_at has no tier');
  return mistakes.length > 0 ? { line, mistakes } : given;
}

/** Reads cells. An empty cell and an invalid cell give null; an invalid one also notes the mistake. */
class CellReader {
  constructor(
    private readonly cells: readonly string[],
    private readonly terms: RowTerms,
    private readonly mistakes: string[],
  ) {}

  private cell(field: ImportField): string {
    return cellOf(this.cells, this.terms.mapping, field);
  }

  private refuse(field: ImportField, complaint: string): null {
    this.mistakes.push(`${field} ${complaint}`);
    return null;
  }

  text(field: ImportField): string | null {
    const text = this.cell(field);
    if (text === '') return null;
    if (text.length > MAX_TEXT) return this.refuse(field, `is longer than ${MAX_TEXT} characters`);
    return /[\0\p{Cs}]/u.test(text) ? this.refuse(field, 'holds characters that are no text') : text;
  }

  email(): string | null {
    const email = this.text('email');
    return email === null || isEmailAddress(email) ? email : this.refuse('email', 'is not an email address');
  }

  referralId(): string | null {
    const id = this.text('referral_id');
    if (id === null || /^[\w-]+$/.test(id)) return id;
    return this.refuse('referral_id', 'may hold letters without accents, digits, _ and - only');
  }

  moment(field: ImportField, day: 'start' | 'end'): number | null {
    return this.momentOf(field, this.cell(field), day);
  }

  private momentOf(field: ImportField, text: string, day: 'start' | 'end'): number | null {
    if (text === '') return null;
    const { mapping, site } = this.terms;
    const moment = readMoment(text, { order: mapping.dates, zone: site.time_zone, day });
    return moment ?? this.refuse(field, `is no date as ${mapping.dates} says`);
  }

  birthday(): GivenCustomer['birthday'] {
    const text = this.cell('birthday');
    if (text === '') return null;
    const { mapping, site, now } = this.terms;
    const read = readDay(text, mapping.dates);
    if (!read) return this.refuse('birthday', `is no day as ${mapping.dates} says`);
    const birthday = { ...read, year: read.year === mapping.unknown_year ? null : read.year };
    try {
      refuseImpossible(birthday, site.time_zone, now);
      return birthday;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return this.refuse('birthday', `is not possible: ${error.message}`);
    }
  }

  consent(field: 'email_marketing' | 'sms_marketing'): Consent | null {
    const text = this.cell(field).toLowerCase();
    if (text === '') return null;
    const consent = CONSENTS.get(text);
    return consent ?? this.refuse(field, 'must be subscribed, not_subscribed or unknown, or yes or no');
  }

  flag(field: ImportField): boolean {
    const text = this.cell(field).toLowerCase();
    if (YES.has(text)) return true;
    if (text !== '' && !NO.has(text)) this.refuse(field, 'must be yes or no');
    return false;
  }

  metadata(): Record<string, unknown> | null {
    const members: [string, unknown][] = [];
    const json = this.cell('metadata');
    if (json !== '') {
      const whole = parsedObject(json);
      if (!whole) return this.refuse('metadata', 'must be a JSON object');
      if (repeatedMembers(json).length > 0) return this.refuse('metadata', 'names a member twice');
      if (inexactNumbers(json).length > 0)
        return this.refuse('metadata', 'holds a number that cannot be held exactly; write it as text');
      members.push(...Object.entries(whole));
    }
    for (const field of this.terms.mapping.columns.keys()) {
      if (!field.startsWith('metadata.')) continue;
      const text = this.text(field);
      if (text !== null) members.push([field.slice('metadata.'.length), text]);
    }
    return members.length > 0 ? Object.fromEntries(members) : null;
  }

  tier(): Tier | null {
    const text = this.cell('tier');
    if (text === '') return null;
    const { tiers, conditional_tiers } = this.terms.program;
    const wanted = text.toLowerCase();
    const all = [...tiers, ...conditional_tiers];
    const tier =
      all.find(({ key }) => key.toLowerCase() === wanted) ??
      all.find(({ name }) => namesOf(name).some((candidate) => candidate.toLowerCase() === wanted));
    const known = all.map(({ key }) => key).join(', ') || 'no tiers';
    return tier ?? this.refuse('tier', `is none of the program's: it has ${known}`);
  }

  points(): Pick<GivenCustomer, 'points' | 'lots'> {
    const points = this.wholePoints('points');
    const lots = this.lots();
    const sum = lots.reduce((total, lot) => total + lot.points, 0);
    if (lots.length > 0) {
      if (points !== null && points !== sum)
        this.refuse('lots', `hold ${sum} points, and points says ${points}`);
      return { points: sum, lots };
    }
    const expires_at = this.moment('points_expire_at', 'end');
    // A debt is not a lot: the next points pay it.
    return { points, lots: points && points > 0 ? [{ points, expires_at }] : [] };
  }

  private lots(): GivenLot[] {
    const lots = this.parts('lots', 'end').map(({ points, at }) => ({ points, expires_at: at }));
    const last = Number.POSITIVE_INFINITY;
    return lots.sort((a, b) => (a.expires_at ?? last) - (b.expires_at ?? last));
  }

  /** null: the row has no value for pending points. */
  pending(): PendingPart[] | null {
    const parts = this.parts('pending', 'start').map(({ points, at }) => ({ points, approves_at: at }));
    const total = this.wholePoints('points_pending');
    const sum = parts.reduce((all, part) => all + part.points, 0);
    if (total !== null && total !== sum)
      this.refuse('pending', `holds ${sum} points, and points_pending says ${total}`);
    return parts.length > 0 || total !== null ? parts : null;
  }

  /** The parts of `100@2027-01-31;25`. The date of a part is a moment, or the start or end of a day. */
  private parts(field: 'lots' | 'pending', day: 'start' | 'end'): { points: number; at: number | null }[] {
    return this.cell(field)
      .split(';')
      .flatMap((part) => {
        const [count = '', date = ''] = part.split('@').map((text) => text.trim());
        const points = part.trim() === '' ? null : this.pointsOf(field, count);
        return points ? [{ points, at: this.momentOf(field, date, day) }] : [];
      });
  }

  wholePoints(field: PointsField): number | null {
    const text = this.cell(field);
    return text === '' ? null : this.pointsOf(field, text);
  }

  /** A balance may be negative (a debt), as in exports. No other number may be below 0. */
  private pointsOf(field: PointsField, text: string): number | null {
    const points = /^-?\d{1,10}(\.0+)?$/.test(text) ? Number(text) : Number.NaN;
    const least = field === 'points' ? -MOST_POINTS : 0;
    if (points >= least && points <= MOST_POINTS) return points;
    return this.refuse(field, `must be a whole number from ${least} to ${MOST_POINTS}, without separators`);
  }
}

type PointsField = 'points' | 'lots' | 'points_pending' | 'pending' | 'points_spent';

const YES = new Set(['yes', 'y', 'true', 't', '1']);
const NO = new Set(['no', 'n', 'false', 'f', '0']);
const CONSENTS = new Map<string, Consent>([
  ['subscribed', 'subscribed'],
  ['not_subscribed', 'not_subscribed'],
  ['unsubscribed', 'not_subscribed'],
  ['unknown', 'unknown'],
  ...[...YES].map((word) => [word, 'subscribed'] as const),
  ...[...NO].map((word) => [word, 'not_subscribed'] as const),
]);

function namesOf(name: Tier['name']): string[] {
  return typeof name === 'string' ? [name] : Object.values(name);
}

function parsedObject(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const isText = !/[\0\p{Cs}]|\\u0000/u.test(json) && !/[\0\p{Cs}]/u.test(JSON.stringify(value));
    return isText && typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
