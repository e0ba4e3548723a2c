import { describe, expect, it } from 'vitest';
import type { RuleDefinition } from '../../src/domain/programs/rule-definition.ts';
import { RULE_KINDS } from '../../src/domain/programs/rule-kinds.ts';
import { presentAvailableRule } from '../../src/http/shared/present-available-rule.ts';
import { AvailableRuleSchema } from '../../src/http/shared/rule-schemas.ts';
import { storefrontView } from '../../src/http/shared/storefront-view.ts';
import { expectSchema } from '../support/expect-schema.ts';
import { NOON } from '../support/sample-customer.ts';
import { sampleProgram } from '../support/sample-program.ts';

type Properties = RuleDefinition['properties'];

/** A rule of each kind as an operator writes it, and as a storefront sees it. */
const KINDS: [RuleDefinition['kind'], Properties, object][] = [
  ['birthday', {}, {}],
  ['loyalty_pass_install', {}, {}],
  ['collection_purchase', { collection_ids: ['77'] }, {}],
  ['newsletter_signup', {}, {}],
  ['pageview', {}, {}],
  ['product_purchase', { product_ids: ['900'] }, {}],
  ['purchase', {}, {}],
  ['join_program', {}, {}],
  ['review', {}, {}],
  ['custom', { name: 'survey' }, { name: 'survey' }],
  [
    'social_like',
    { social_like_url: 'https://s.example/shop' },
    { social_like_url: 'https://s.example/shop' },
  ],
  [
    'social_follow',
    { social_handle: '@shop', network: 'social' },
    { social_handle: '@shop', network: 'social' },
  ],
  [
    'social_mention',
    { social_handle: '@shop', network: 'social' },
    { social_handle: '@shop', network: 'social' },
  ],
  ['social_post_hashtag', { hashtag: '#shop', network: 'social' }, { hashtag: '#shop', network: 'social' }],
  [
    'referral',
    { trigger: 'qualifying_purchase', minimum_spend_minor: 5000 },
    { trigger: 'qualifying_purchase' },
  ],
  [
    'clickthrough',
    { destination_url: 'https://shop.example/new' },
    { destination_url: 'https://shop.example/new' },
  ],
  ['retail_purchase', {}, {}],
];

function presented(kind: RuleDefinition['kind'], properties: Properties, rest: Partial<RuleDefinition> = {}) {
  const program = sampleProgram({
    rules: [{ ...(rest as object), kind, properties }],
    rewards: [{ title: { en: 'A mug', de: 'Ein Becher' } }],
  });
  const view = storefrontView(program, program.sites.at(-1)!, 'en');
  const rule = program.rules[0]!;
  const body = presentAvailableRule(
    view,
    {
      rule,
      variant: rule.variants.get(null)!,
      last_completed_at: null,
      completion_count: 0,
      limit: { state: 'no_limit' },
    },
    NOON,
  );
  expectSchema(AvailableRuleSchema, body);
  return body;
}

describe('a rule as a storefront is told of it', () => {
  it('is here for every kind', () => {
    expect(KINDS.map(([kind]) => kind)).toEqual(RULE_KINDS);
  });

  it.each(KINDS)('has the properties of its kind: %s', (kind, properties, told) => {
    expect(presented(kind, properties)).toMatchObject({ id: 21, kind, properties: told });
    expect(Object.keys(presented(kind, properties).properties)).toEqual(Object.keys(told));
  });

  it.each(KINDS)('has a title also where the operator gave none: %s', (kind, properties) => {
    expect(presented(kind, properties, { title: null }).variant.title).toMatch(/^\S/);
  });

  it('gives points, points for what was spent, or a reward by its name', () => {
    const result = (result: RuleDefinition['result']) => {
      const { variant } = presented('purchase', {}, { result });
      return [variant.result, variant.result_short_text];
    };
    expect(result({ kind: 'points', points: 1000, per_currency_unit_minor: null })).toEqual([
      { kind: 'points', points: 1000, per_currency_unit: null },
      '1,000 points',
    ]);
    expect(result({ kind: 'points', points: 5, per_currency_unit_minor: 100 })).toEqual([
      { kind: 'points', points: 5, per_currency_unit: 1 },
      '5 points per $1',
    ]);
    expect(result({ kind: 'reward', reward_key: 'reward-1' })).toEqual([
      { kind: 'reward', reward: { kind: 'gift_card', title: 'A mug' } },
      'A mug',
    ]);
  });
});
