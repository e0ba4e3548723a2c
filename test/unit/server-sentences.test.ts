import { describe, expect, it, vi } from 'vitest';
import type { ImportFile } from '../../src/domain/imports/file-store.ts';
import { mapColumns } from '../../src/domain/imports/map-columns.ts';
import { PLAIN } from '../../src/domain/imports/presets.ts';
import { FILE_GONE, UNDECIDED } from '../../src/domain/imports/purge-files.ts';
import { UnreadableCsv } from '../../src/domain/imports/read-csv.ts';
import { FAILED } from '../../src/domain/imports/work-through.ts';
import { redirectUriComplaint } from '../../src/domain/oauth/redirect-uris.ts';
import { NOT_IMPORTED, notImported } from '../../src/domain/operations/import-customers.ts';
import { DECIDED_BEFORE, DECLINED, mappingOf } from '../../src/domain/operations/order-import.ts';
import { goesOnElsewhere } from '../../src/domain/operations/run-import.ts';
import { passwordComplaint } from '../../src/domain/operators/password.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { LANGUAGE_TAGS } from '../../src/http/console/language/languages.ts';
import { FORMER_SENTENCES, SERVER_SENTENCES } from '../../src/http/console/language/server-sentences.ts';
import { SERVER_WORDS, translateSentence } from '../../src/http/console/language/translate-sentence.ts';
import { tooLong } from '../../src/http/console/program/sent-text.ts';
import { addressComplaint } from '../../src/outbound/address-complaint.ts';
import { ProgramFileError } from '../../src/program-file/mistakes.ts';
import { parseProgramFile } from '../../src/program-file/parse-program-file.ts';
import { HEAD } from '../support/program-file.ts';

const OTHERS = LANGUAGE_TAGS.filter((language) => language !== 'en');

/** Mistakes that forms of a manager lead to, one or more of each kind. */
const FILE = `${HEAD.replace('currency: USD', 'currency: XQX')}currency_rates: { EUR: 0, YYY: 1, eur: 2 }
points_expiry: { mode: calendar_date, month: 2, day: 30 }
theme:
  light: { text: "#777777", background: "#888888", surface: red }
  logo: logo.png
  banner: data:image/png;base64,AAAA
  corner_radius: 99
tiers:
  boundary_mode: points
  membership: { mode: for_ever }
  benefits: { cake: { label: { de: Kuchen } } }
  levels:
    base: { name: Member, lower_bound: 5 }
    gold: { name: Gold, lower_bound: 5, benefits: [cak], entry_rewards: [none] }
    jade: { name: Jade, lower_bound: 2.5 }
    onyx: { name: Onyx, conditional: true, lower_bound: 3 }
rules:
  visit: { kind: pageview, title: "", result: { points: many, reward: tea } }
  sip: { kind: custom, name: $sip, titel: Sip, result: { points: 1.5, per_currency_unit: 1 } }
  BIG: { kind: pageview, result: { points: 0 }, limit: { count: 0, interval: fortnight } }
  wait: { kind: pageview, approval_period: soon, variants: { silver: { result: { points: 1 } } } }
rewards:
  tea: { kind: product_cart, cost_points: -1 }
  ten: { kind: cart_discount_voucher, title: Ten, cost_points: 10, discount: { amount: 1, percentage: 2.555 }, countries: [ZZ, usa] }
`;

function mistakes(): string[] {
  try {
    parseProgramFile(FILE, null);
  } catch (error) {
    if (error instanceof ProgramFileError) return error.mistakes.map(({ message }) => message);
    throw error;
  }
  throw new Error('the file has no mistakes');
}

const PROGRAM = { sites: [{ key: 'main' }] } as unknown as Program;
const EMAILS = { layout: { header: ['email'] } } as ImportFile;

/** The message with which a call is refused. */
function complaintOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

describe.each(OTHERS)('the mistakes that the server finds, in %s,', (language) => {
  it('have words for each that a form leads to', () => {
    const all = mistakes();
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter((message) => translateSentence(language, message) === undefined)).toEqual([]);
  });

  it('have words for why a row or a code is refused, several behind each other', () => {
    const words = translateSentence(
      language,
      'points must be a whole number from -1000000000 to 1000000000, without separators; email is not an email address; has no merchant_id',
    );
    for (const kept of ['points', '-1000000000', 'email', 'merchant_id']) expect(words).toContain(kept);
    expect(words).not.toMatch(/must|whole|none/);
    expect(translateSentence(language, 'This line is longer than 300 characters.')).toContain('300');
    expect(translateSentence(language, 'email is not an email address; is strange')).toBeUndefined();
  });

  it('have the words of now for a sentence of an earlier version, which refused rows keep', () => {
    const now = translateSentence(language, 'email is not an email address; has no merchant_id');
    expect(translateSentence(language, 'email is none; has no merchant_id')).toBe(now);
    expect(translateSentence(language, 'email is none')).toBe(now!.split(' · ')[0]);
    const kept = translateSentence(language, 'points spent or expired: 1');
    expect(translateSentence(language, '1 points were spent or have expired')).toBe(kept);
    expect(kept).toMatch(/(: |：).?1.?$/);
  });

  it('have words for each mistake of a row, also where a place stands before the next one', () => {
    for (const list of [
      'tier_expires_at is no date as dmy says; enrolled_at is no date as dmy says',
      "tier is none of the program's: it has base, gold; has no merchant_id",
      'metadata.shoe size is longer than 255 characters; metadata.first-shop holds characters that are no text',
    ]) {
      const whole = list.split('; ').map((one) => translateSentence(language, one));
      expect(whole).not.toContain(undefined);
      expect(translateSentence(language, list)).toBe(whole.join(' · '));
    }
    const birthday = 'birthday is not possible: ';
    for (const reason of [
      'names the same customer as line 12',
      'has the same email as line 12',
      'has the same referral_id as line 12',
      'has a merchant_id, an email or a referral_id that somebody else has',
      `${birthday}There is no such day.`,
      `${birthday}The birthday lies before 1900.`,
      `${birthday}The birthday lies in the future.`,
      'the file is longer than 1000000 characters',
      'the file unfolds into more than 100000 values',
      'the file is nested more than 32 levels deep',
      'the names of the file unfold into more than 20000000 characters',
      tooLong('x'.repeat(1024 * 1024 + 1))!,
    ])
      expect(translateSentence(language, reason), reason).toBeDefined();
  });

  it('have words for why a file is not read, or nothing of it is imported, and for what stays of an import', () => {
    const choices = { preset: PLAIN, columns: {}, dates: null };
    const reasons = [
      ...['it is a workbook or an archive: save it as csv', 'it is no text', 'it is empty'].map(
        (why) => new UnreadableCsv('members (2).csv', why).message,
      ),
      complaintOf(() => mapColumns(['name', 'points'], choices)),
      complaintOf(() => mapColumns(['Merchant ID', 'merchant_id'], choices)),
      UNDECIDED,
      ...[FAILED, FILE_GONE, DECIDED_BEFORE, DECLINED, goesOnElsewhere(12)],
      ...Object.values(NOT_IMPORTED).map((why) => notImported(why(12)).message),
      ...[{ site: 'gone' }, { preset: 'gone', site: 'main' }].map((gone) =>
        complaintOf(() => mappingOf(PROGRAM, EMAILS, { preset: '', columns: {}, dates: null, ...gone })),
      ),
      'it was erased since',
      'it was merged into another since',
      'the customer stays, since it was changed meanwhile; points spent or expired: 30',
      'the customer stays, since it was used meanwhile',
      'email was changed since; metadata was changed since',
    ];
    for (const reason of reasons) expect(translateSentence(language, reason), reason).toBeDefined();
    expect(translateSentence(language, reasons[0]!)).toContain('members (2).csv');
    expect(translateSentence(language, reasons[3]!)).toContain('"name", "points"');
    const begun = translateSentence(language, notImported(NOT_IMPORTED.begun_otherwise(12)).message);
    expect(begun).toContain('12');
    expect(begun).not.toMatch(/import |revert|begun/);
  });

  it('have words for a file of many columns none of which holds the customers, and name the first ten', () => {
    const header = Array.from({ length: 25 }, (_, at) => `Column ${at + 1} of a very wide table`);
    const reason = complaintOf(() => mapColumns(header, { preset: PLAIN, columns: {}, dates: null }));
    expect(reason).toMatch(/"Column 10 of a very wide…" and 15 more\.$/);
    const words = translateSentence(language, reason);
    expect(words).toContain('"Column 10 of a very wide…"');
    expect(words).toContain('15');
    expect(words).not.toMatch(/Column 11|more|holds/);
  });

  it('have words for why a text is no password', () => {
    const email = 'ada@team.example';
    for (const password of ['short', 'x'.repeat(201), 'a'.repeat(12), 'ada@team.example!']) {
      const complaint = passwordComplaint(password, { email })!;
      expect(translateSentence(language, complaint), complaint).toBeDefined();
    }
  });

  it('have words for why nothing may be sent to an address, and for why an app may not lead back to one', () => {
    const refused = [
      'nonsense',
      'http://shop.example/',
      'https://u:p@shop.example/',
      'https://shop.example/#a',
    ];
    refused.push('https://shop.example:81/', 'https://10.0.0.1/');
    for (const address of refused) {
      const { message } = addressComplaint(address, { allow_private: false, ports: [443] })!;
      const english = `The address ${message}.`;
      expect(translateSentence(language, english), english).toBeDefined();
    }
    const wrong = ['no-url', 'https://a.example/#b', 'https://u:p@a.example/', 'https://*.a.example/'];
    wrong.push('ftp://a.example/', 'https://a;b.example/');
    for (const uri of wrong) {
      expect(translateSentence(language, `${uri} ${redirectUriComplaint(uri)}.`), uri).toContain(uri);
    }
  });

  it('keep the figures and names of the English sentence, and no English word', () => {
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
    for (const [english, words] of Object.entries(SERVER_WORDS[language as 'de'])) {
      expect(words, english).not.toBe(english);
      expect([english, places(words)]).toEqual([english, places(english)]);
    }
    const words = translateSentence(
      language,
      'must be a whole number, not the text "many"; did you mean "any"?',
    );
    expect(words).toContain('many');
    expect(words).toContain('any');
    expect(words).not.toMatch(/must|whole|mean/);
  });

  it('leave a sentence alone of which they know a part only', () => {
    expect(translateSentence(language, 'must be done by somebody else')).toBeUndefined();
    expect(translateSentence(language, 'is strange; did you mean "this"?')).toBeUndefined();
  });
});

describe('the mistakes that the server finds', () => {
  /** How often a pattern is tried on a text, and the words for it. */
  const looked = (text: string) => {
    const tries = vi.spyOn(RegExp.prototype, 'exec');
    try {
      return { words: translateSentence('de', text), tries: tries.mock.calls.length };
    } finally {
      tries.mockRestore();
    }
  };
  const listOf = (count: number, last = 'email is not an email address') =>
    [...Array.from({ length: count - 1 }, () => 'email is not an email address'), last].join('; ');

  it('are looked up one by one, so that a row of many takes as many times as long as a row of one', () => {
    const one = looked(listOf(1)).tries;
    const many = looked(listOf(60));
    expect(many.words!.split(' · ')).toHaveLength(60);
    const whole = SERVER_SENTENCES.length + FORMER_SENTENCES.size;
    expect(many.tries).toBeLessThanOrEqual(60 * one + whole);
    expect(looked(listOf(60, 'is strange')).tries).toBeLessThanOrEqual(4 * whole);
  });

  it('stay in English where a text is too long for the patterns, and cost nothing then', () => {
    expect(looked(listOf(1_000))).toEqual({ words: undefined, tries: 0 });
    const word = (length: number) => `"${'x'.repeat(length)}" is missing`;
    expect(looked(word(400)).words).toContain('xxx');
    expect(looked(word(600))).toEqual({ words: undefined, tries: 0 });
  });

  it('stay as they are in English', () => {
    expect(translateSentence('en', 'must not be empty')).toBe('must not be empty');
  });
});
