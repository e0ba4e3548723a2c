import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS, AUDIT_DETAILS, type AuditDetail } from '../../src/domain/audit/audit-action.ts';
import { LANGUAGE_TAGS } from '../../src/http/console/language/languages.ts';
import { consoleWording } from '../../src/http/console/language/wording.ts';
import { detailsText } from '../../src/http/console/team/audit-words.ts';

/** A value of each member, as the server writes it down. */
const EXAMPLES: Record<AuditDetail, unknown> = {
  version: 1204,
  changes: [
    { kind: 'program', key: 'shop', action: 'changed' },
    { kind: 'rule', key: 'review', action: 'disabled' },
  ],
  base_version: 3,
  revision: 2,
  seconds: 86_400,
  codes: 1_500,
  name: 'till',
  scopes: ['read_orders', 'write_orders'],
  expires_at: Date.UTC(2026, 2, 4, 12),
  networks: ['192.0.2.0/24'],
  requests_per_second: 50,
  client_id: 'c1',
  grant_types: ['client_credentials'],
  public: false,
  approval_id: 4,
  fields: ['email', 'first_name', 'last_name', 'birthday', 'metadata'],
  into_id: 12,
  points: 1_200,
  merged_ids: [13, 14],
  request_id: 5,
  kind: 'erasure',
  file_name: 'customers.csv',
  file_hash: 'a0b1',
  note_id: 6,
  file: 'application/pdf',
  adjustment_id: 7001,
  reason_code: 'goodwill',
  state: 'approved',
  activity_ids: [8, 9],
  report_id: 10,
  customer_id: 1001,
  reward_id: 11,
  renewed: true,
  tier_key: 'vip',
  to_tier_key: 'base',
  topic: 'customers/update',
  reason: 'failing',
  webhook_id: 15,
  deliveries: 3,
  approved_by: 16,
  created: 100,
  changed: 20,
  unchanged: 3,
  refused: 1,
  customers: 40,
  kept: 2,
  month: '2026-02',
  transaction_id: 123_456,
  role: 'manager',
  is_admin: true,
  by_groups: true,
  new_link: true,
  credential: 'single_sign_on',
  failures_before: 2,
  session_id: 17,
  what: 'transactions',
  format: 'csv',
  since_id: 0,
  last_id: 9_000,
  rows: 8_999,
};

/** Words of the API, which readers of every language look up by these very names. */
const OF_THE_API =
  /shop|review|till|vip|base|\S*_orders|192\S+|\bc1\b|client_credentials|customers\.csv|a0b1|application\/pdf|customers\/update|csv|Webhook|Single Sign-on/g;

const told = (language: (typeof LANGUAGE_TAGS)[number], name: AuditDetail, value: unknown = EXAMPLES[name]) =>
  detailsText(consoleWording(language), 'UTC', { [name]: value });

describe('the details in the audit', () => {
  it('read in each language as they were reviewed', async () => {
    const lines = AUDIT_ACTIONS.filter((action) => AUDIT_DETAILS[action].length > 0).flatMap((action) => [
      '',
      action,
      ...LANGUAGE_TAGS.map((language) => {
        const parts = AUDIT_DETAILS[action].map((name) => told(language, name));
        return `  ${language}: ${parts.join(' · ').replaceAll(/[\u2066-\u2069]/g, '')}`;
      }),
    ]);
    await expect(`${lines.slice(1).join('\n')}\n`).toMatchFileSnapshot('./audit-details-reviewed.txt');
  });

  it.each(['ja', 'ar'] as const)('leave no word of English: %s', (language) => {
    const left = (Object.keys(EXAMPLES) as AuditDetail[])
      .map((name) => told(language, name).replaceAll(OF_THE_API, ''))
      .filter((text) => /\p{Script=Latin}{2,}/u.test(text.replaceAll('ID', '')));
    expect(left).toEqual([]);
  });

  it.each([
    ['kind', ['points', 'erasure', 'import']],
    ['credential', ['password', 'passkey', 'totp', 'single_sign_on']],
    ['reason', ['gone', 'failing']],
    ['state', ['pending', 'approved', 'declined', 'void']],
    ['what', ['customers', 'transactions', 'activities']],
    [
      'fields',
      [
        ...['total_minor', 'shipping_minor', 'tax_minor', 'discounts_minor', 'line_items'],
        ...['payment_status', 'paid_minor', 'refund_status', 'refunded_minor', 'cancelled'],
      ],
    ],
  ] as const)('have a word for each value of %s', (name, values) => {
    for (const value of values) expect(told('ja', name, [value])).not.toMatch(/[a-z]{2}/);
  });

  it('are made only as far as a line shows them, however many entries a program changed', () => {
    let made = 0;
    const changes = Array.from({ length: 5000 }, (_, index) => ({
      kind: 'rule',
      key: `review-${index}`,
      get action() {
        made += 1;
        return 'changed';
      },
    }));
    expect(told('en', 'changes', changes)).toMatch(/^Changes: .{151}…$/u);
    expect(made).toBeLessThan(500);
  });

  it('are told by the names of the API where a later version wrote them down', () => {
    expect(detailsText(consoleWording('de'), 'UTC', { new_thing: 'odd', role: 'king', constructor: 1 })).toBe(
      'new thing: odd · Rolle: king · constructor: 1',
    );
  });
});
