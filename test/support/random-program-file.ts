import fc from 'fast-check';
import { PNG } from './images.ts';
import { randomRewards, randomRules } from './random-file-entries.ts';
import { duration, type Json, limit, localized, maybe, record, text, url } from './random-file-values.ts';

const colours = maybe(fc.constantFrom({}, { accent: '#1d4ed8' }, { background: '#ffffff', text: '#000000' }));

/** Any program file without a mistake, as JSON: keys are left out or given, with every kind of rule and reward. */
export const randomProgramFile: fc.Arbitrary<Json> = record({
  key: fc.constant('written'),
  name: text,
  currency: fc.constantFrom('USD', 'KWD'),
  test: maybe(fc.boolean()),
  enrol_on_sight: maybe(fc.boolean()),
  negative_balance: maybe(fc.constantFrom('allow', 'within_balance')),
  webview_session: maybe(duration),
  currency_rates: maybe(fc.constantFrom({}, { EUR: 0.92, GBP: 1e-7 })),
  point_value: maybe(fc.constantFrom(0.01, 1e-7, 25)),
  sites: fc.constantFrom(
    {
      main: { name: 'Shop', url: 'https://shop.example', languages: ['en', 'no', 'pt-BR'], time_zone: 'UTC' },
    },
    {
      2: {
        name: 'yes',
        url: 'https://shop.example',
        languages: ['en', 'no', 'pt-BR'],
        time_zone: 'Asia/Tokyo',
        country: 'NO',
      },
      a: {
        name: 'A',
        url: 'https://a.example',
        languages: ['en', 'no', 'pt-BR'],
        time_zone: 'Europe/Oslo',
        frame_ancestors: ['https://b.example'],
        sign_in_url: 'https://a.example/sign-in',
      },
    },
  ),
  tiers: fc.constantFrom('spend', 'points', 'orders').chain((boundary_mode) =>
    record({
      boundary_mode: fc.constant(boundary_mode),
      membership: fc.constantFrom(
        { mode: 'lifetime' },
        { mode: 'rolling', duration_months: 12 },
        { mode: 'calendar', starts_on: { month: 3, day: 31 }, window_months: 6, windows: 2 },
        { mode: 'enrollment_anniversary', windows: 1 },
      ),
      levels: record({
        base: record({
          name: localized,
          lower_bound: fc.constant(0),
          benefits: maybe(fc.constant(['care'])),
        }),
        gold: record({
          name: localized,
          lower_bound: fc.constantFrom(100, 2_500),
          hidden: maybe(fc.boolean()),
          entry_rewards: maybe(fc.constant(['free'])),
        }),
        vip: record({ name: localized, conditional: fc.constant(true) }),
      }),
      benefits: fc.oneof(
        record({ care: record({ label: localized, secret: maybe(fc.boolean()) }) }),
        record({
          care: record({ label: localized, details: record({ plaintext: localized, html: localized }) }),
        }),
      ),
    }),
  ),
  points_expiry: maybe(
    fc.constantFrom(
      { mode: 'after_earning', duration_months: 12 },
      { mode: 'inactivity_since_purchase', duration_months: 6 },
      { mode: 'calendar_date', month: 12, day: 31 },
    ),
  ),
  orders: maybe(
    fc.constantFrom(
      {},
      { earning_amount: {} },
      { earning_amount: { shipping: true, tax: false, discounts: true } },
    ),
  ),
  referrals: maybe(
    record({
      incentive: maybe(fc.constant('free')),
      requires_email: maybe(fc.boolean()),
      cap: maybe(limit),
      daily_friends_per_address: maybe(fc.constantFrom(5, 7)),
      daily_codes_per_customer: maybe(fc.constantFrom(50, 9)),
    }),
  ),
  reminders: maybe(fc.constantFrom({}, { tier_upgrade_percent: 80 }, { points_expiration_days: 9 })),
  receipt_upload_url: maybe(url),
  approvals: maybe(
    record({
      publish: maybe(fc.constantFrom(1, 2)),
      erase: maybe(fc.constantFrom(1, 2)),
      points_above: maybe(fc.constantFrom(0, 5_000)),
    }),
  ),
  operators: maybe(fc.constantFrom({}, { support: {} }, { support: { points_per_day: 500 } })),
  theme: maybe(
    record({
      accent: maybe(fc.constantFrom('#1d4ed8', '#7a1f5c')),
      light: colours,
      corner_radius: maybe(fc.constantFrom(0, 14, 20)),
      font_family: maybe(fc.constant('Georgia, "Times New Roman", serif')),
      css: maybe(
        fc.constantFrom('main{gap:0}', '/* "quoted" */\n.card > p::before { content: "\\201C"; }\n'),
      ),
      banner: maybe(fc.constant(`data:image/png;base64,${PNG.toString('base64')}`)),
    }),
  ),
  questions: maybe(
    fc.array(record({ question: localized, answer: localized }), { minLength: 1, maxLength: 3 }),
  ),
  terms: maybe(localized),
  rules: randomRules,
  rewards: randomRewards.map((rewards) => ({
    ...rewards,
    free: { kind: 'free_shipping_voucher', title: 'Free', cost_points: 5 },
  })),
});
