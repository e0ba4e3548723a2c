import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { REWARD_KINDS } from '../../src/domain/programs/reward-kinds.ts';
import { RULE_KINDS } from '../../src/domain/programs/rule-kinds.ts';
import { parseProgramFile } from '../../src/program-file/parse-program-file.ts';
import { programFileJsonSchema } from '../../src/program-file/schema.ts';

const TEXT = readFileSync(new URL('../support/whole-program.yaml', import.meta.url), 'utf8');
const { definition } = parseProgramFile(TEXT);

interface Schema {
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
}

/** Notes for each property that a schema knows whether any of the values at its place has it; shapes of one place are one. */
function note(schema: Schema, values: unknown[], at: string, used: Map<string, boolean>): void {
  const objects = values.filter((value) => typeof value === 'object' && value !== null) as object[];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const place = `${at}.${name}`;
    const given = objects.flatMap((value) => Object.entries(value).filter(([key]) => key === name));
    used.set(place, used.get(place) || given.length > 0);
    note(
      property,
      given.map(([, value]) => value),
      place,
      used,
    );
  }
  const inner = objects.flatMap((value) => Object.values(value));
  for (const entry of Object.values(schema.patternProperties ?? {})) note(entry, inner, `${at}.*`, used);
  if (schema.items) note(schema.items, inner, `${at}[]`, used);
  for (const shape of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) note(shape, objects, at, used);
}

describe('a program file that uses everything', () => {
  it('leaves no property of the schema out', () => {
    const used = new Map<string, boolean>();
    note(programFileJsonSchema() as Schema, [parse(TEXT)], '', used);
    expect(used.size).toBeGreaterThan(100);
    const unused = [...used].filter(([, isUsed]) => !isUsed).map(([place]) => place);
    // A file has one of these modes.
    expect(unused).toEqual(['.tiers.membership.duration_months', '.points_expiry.duration_months']);
  });

  it('has every kind of rule and of reward', () => {
    const rules = definition.rules.map((rule) => rule.definition.kind);
    expect(new Set(rules)).toEqual(new Set(RULE_KINDS));
    const rewards = definition.rewards.map((reward) => reward.definition.properties.kind);
    expect(new Set(rewards)).toEqual(new Set(REWARD_KINDS));
  });

  it('means what it says of the program', () => {
    const { rules: _, rewards: __, ...rest } = definition;
    expect(rest).toEqual({
      key: 'whole',
      name: 'The Whole',
      currency: 'USD',
      test: true,
      settings: {
        enrol_on_sight: false,
        negative_balance: 'within_balance',
        currency_rates: { EUR: 0.9 },
        point_value: 0.0125,
        tier_boundary_mode: 'points',
        tier_membership: {
          mode: 'calendar',
          starts_on: { month: 2, day: 29 },
          window_months: 12,
          windows: 2,
        },
        points_expiry: { mode: 'calendar_date', month: 12, day: 31 },
        referrals: {
          incentive_reward_key: 'cart',
          requires_email: false,
          cap: { count: 10, interval: 'year' },
          daily_friends_per_address: 3,
          daily_codes_per_customer: 20,
        },
        earning_amount: { shipping: true, tax: false, discounts: true },
        receipt_upload_url: 'https://whole.example/receipts',
        texts: { en: { points_added: 'Points from us' } },
        webview_session_seconds: 1200,
        approvals: { erase: 2, points_above: 10_000 },
        operators: { support: { points_per_day: 5_000 } },
        reminders: { tier_upgrade_percent: 90, points_expiration_days: 14, reward_expiration_days: 3 },
        theme: {
          light: {
            background: '#fffaf0',
            surface: '#ffffff',
            text: '#201010',
            muted: '#665050',
            accent: '#801f3d',
            on_accent: '#fff0f5',
          },
          dark: {
            background: '#100808',
            surface: '#201010',
            text: '#fff0f0',
            muted: '#c0a8a8',
            accent: '#ff8fb0',
            on_accent: '#200010',
          },
          font_family: 'Georgia, "Times New Roman", serif',
          logo: {
            src: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAAA=',
            width: 3,
            height: 2,
          },
          logo_dark: {
            src: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAAA=',
            width: 3,
            height: 2,
          },
          banner: {
            src: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAAA=',
            width: 3,
            height: 2,
          },
          css: '.card { border-width: 2px; }\n',
          corner_radius_px: 4,
        },
        questions: [{ question: { en: 'How long?', de: 'Wie lange?' }, answer: 'As long as you like.' }],
        terms: { en: 'Be kind.', de: 'Sei nett.' },
      },
      sites: [
        {
          key: 'main',
          definition: {
            name: 'Whole',
            url: 'https://whole.example',
            join_url: 'https://whole.example/join',
            sign_in_url: 'https://whole.example/sign-in',
            currency: 'EUR',
            languages: ['en', 'de'],
            time_zone: 'Europe/Berlin',
            country: 'DE',
            frame_ancestors: ['https://frames.example'],
          },
        },
      ],
      tiers: [
        tier('start', { name: 'Start', lower_bound: 0 }),
        tier('more', {
          name: { en: 'More', de: 'Mehr' },
          lower_bound: 500,
          hidden: true,
          benefit_keys: ['lounge', 'early'],
          entry_reward_keys: ['cart'],
        }),
        tier('friends', { name: 'Friends', lower_bound: null, benefit_keys: ['early'] }),
      ],
      benefits: [
        {
          key: 'lounge',
          definition: {
            label: 'The lounge',
            secret: true,
            details: { plaintext: 'Sit down.', html: '<b>Sit</b> down.' },
          },
        },
        {
          key: 'early',
          definition: { label: { en: 'Early access', de: 'Früher Zugang' }, secret: false, details: null },
        },
      ],
    });
  });

  it('means what it says of rules', () => {
    const [visit, join, ...rest] = definition.rules;
    expect(visit).toEqual({
      key: 'visit',
      definition: {
        kind: 'pageview',
        properties: {},
        enabled: false,
        title: { en: 'Visit', de: 'Besuch' },
        description: 'Come in.',
        result: points(3),
        limit: { count: 1, interval: 'day' },
        approval_period_seconds: 86_400,
        variants: {
          more: { enabled: true, title: 'Come', description: 'Come again.', result: points(4) },
        },
      },
    });
    expect(join).toEqual({
      key: 'join',
      definition: {
        kind: 'join_program',
        properties: {},
        enabled: true,
        title: null,
        description: null,
        result: { kind: 'reward', reward_key: 'gift' },
        limit: null,
        approval_period_seconds: 0,
        variants: {},
      },
    });
    const terms = rest.map(({ key, definition: { kind, properties } }) => [key, kind, properties]);
    expect(terms).toEqual([
      ['birthday', 'birthday', {}],
      ['newsletter', 'newsletter_signup', {}],
      ['pass', 'loyalty_pass_install', {}],
      ['review', 'review', {}],
      ['purchase', 'purchase', {}],
      ['retail', 'retail_purchase', {}],
      ['tea', 'product_purchase', { product_ids: ['8001', 'gid://store/Product/8002'] }],
      ['teas', 'collection_purchase', { collection_ids: ['7001'] }],
      ['workshop', 'custom', { name: 'workshop_attended' }],
      ['story', 'clickthrough', { destination_url: 'https://whole.example/story' }],
      ['like', 'social_like', { social_like_url: 'https://social.example/whole' }],
      ['follow', 'social_follow', { social_handle: 'whole', network: 'social' }],
      ['mention', 'social_mention', { social_handle: 'whole', network: 'social' }],
      ['hashtag', 'social_post_hashtag', { hashtag: 'whole', network: 'social' }],
      ['refer', 'referral', { trigger: 'qualifying_purchase', minimum_spend_minor: 2000 }],
    ]);
    const purchase = rest.find(({ key }) => key === 'purchase')!.definition;
    expect(purchase.result).toEqual(points(5, 150));
    expect(purchase.variants).toEqual({ more: { result: points(6, 150) } });
  });

  it('means what it says of rewards', () => {
    const [cart, chosen, shipping, ...rest] = definition.rewards;
    expect(cart).toEqual({
      key: 'cart',
      definition: {
        enabled: false,
        title: 'Five off',
        description: 'Off your cart.',
        cost: { kind: 'fixed', points: 500 },
        codes: { kind: 'generated', pattern: 'WHOLE-????-????-##' },
        limit: { count: 2, interval: 'month' },
        stock: 100,
        channels: ['web', 'pos'],
        countries: ['DE', 'US'],
        auto_refund_seconds: 30 * 86_400,
        expires_after_seconds: 90 * 86_400,
        image: {
          src: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAAA=',
          width: 3,
          height: 2,
        },
        properties: {
          kind: 'cart_discount_voucher',
          discount: { discount_type: 'fixed', amount_minor: 500 },
          applies_to_order_type: 'one_time',
          recurring_cycle_limit: 3,
          supports_active_subscriptions: true,
          minimum_spend_minor: 2500,
          target_collections: [
            { id: 7001, url: 'https://whole.example/teas', restriction_text: 'Teas only' },
          ],
        },
        variants: {
          more: {
            enabled: true,
            title: 'Still five off',
            description: 'For you.',
            cost: { kind: 'fixed', points: 400 },
          },
        },
      },
    });
    expect(chosen!.definition).toMatchObject({
      cost: { kind: 'variable', points_per_unit: 100 },
      codes: { kind: 'generated', pattern: null },
      variants: { more: { cost: { kind: 'variable', points_per_unit: 90 } } },
    });
    expect(shipping!.definition).toMatchObject({
      codes: { kind: 'pool' },
      auto_refund_seconds: null,
      expires_after_seconds: null,
    });
    expect([chosen, shipping, ...rest].map((reward) => reward!.definition.properties)).toEqual([
      {
        kind: 'cart_variable_discount_voucher',
        minimum_discount_minor: 100,
        maximum_discount_minor: 5000,
        minimum_spend_before_discount_minor: 1000,
        minimum_spend_after_discount_minor: 500,
        applies_to_order_type: 'subscription',
      },
      { kind: 'free_shipping_voucher', max_shipping_minor: 600 },
      {
        kind: 'product_discount_voucher',
        product: { id: '8003', variant_id: '8301', image_url: 'https://whole.example/honey.jpg' },
        percentage: 12.5,
      },
      {
        kind: 'collection_discount_voucher',
        collection: { id: '7001', title: 'Teas', url: 'https://whole.example/teas' },
        discount: { discount_type: 'percentage', percentage: 10 },
        minimum_spend_minor: 1500,
      },
      { kind: 'gift_card', initial_balance_minor: 1000 },
      {
        kind: 'product_cart',
        product: {
          id: '8001',
          handle: 'tin',
          title: 'Tin',
          url: 'https://whole.example/tin',
          image_url: 'https://whole.example/tin.jpg',
          variants: [
            { id: '8101', title: 'Mint', inventory_count: 40, sku: 'TIN-MINT' },
            { id: '8102', title: null, inventory_count: null, sku: null },
          ],
        },
        max_redemptions_per_cart: 2,
        cart_requirements: { minimum_cart_total_minor: 3000, minimum_line_item_count: 2 },
      },
      {
        kind: 'active_subscription_discount_voucher',
        discount: { discount_type: 'fixed', amount_minor: 300 },
        recurring_cycle_limit: 2,
      },
      {
        kind: 'active_subscription_product',
        product: {
          id: '8004',
          handle: null,
          title: null,
          url: null,
          image_url: null,
          variants: [{ id: '8401', title: null, inventory_count: null, sku: null }],
        },
      },
      {
        kind: 'custom',
        fulfillment_type: 'store_fulfillment',
        fulfillment_method: 'webhook',
        fulfillment_webhook_url: 'https://whole.example/hook',
      },
      { kind: 'custom', fulfillment_type: 'voucher' },
      {
        kind: 'custom',
        fulfillment_type: 'store_fulfillment',
        fulfillment_method: 'manual',
        fulfillment_webhook_url: null,
      },
    ]);
  });
});

function tier(key: string, rest: object) {
  return { key, definition: { hidden: false, benefit_keys: [], entry_reward_keys: [], ...rest } };
}

function points(points: number, per_currency_unit_minor: number | null = null) {
  return { kind: 'points', points, per_currency_unit_minor };
}
