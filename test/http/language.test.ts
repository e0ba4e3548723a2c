import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTier } from '../../src/domain/operations/set-tier.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import {
  entryOf,
  programDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';

let test: TestApp;
let program: Program;
let claim: number;

const [english] = programDefinition().sites;
const BOTH = { en: 'ENGLISH', de: 'DEUTSCH' };

/** A program whose first site speaks English and German, and whose second, at home to Greta, German alone. */
beforeAll(async () => {
  test = await buildTestApp({
    program: {
      settings: programSettings({ tier_membership: { mode: 'lifetime' } }),
      sites: [
        { ...english!, definition: { ...english!.definition, languages: ['en', 'de'] } },
        {
          key: 'german',
          definition: { ...english!.definition, languages: ['de'], url: 'https://laden.example' },
        },
      ],
      tiers: [
        { key: 'base', definition: tierDefinition({ name: { en: 'ENGLISH tier', de: 'DEUTSCH Stufe' } }) },
        { key: 'hand', definition: tierDefinition({ name: BOTH, lower_bound: null }) },
      ],
      rules: [
        { key: 'follow', definition: ruleDefinition({ title: { en: 'ENGLISH rule', de: 'DEUTSCH Regel' } }) },
        { key: 'buy', definition: ruleDefinition({ kind: 'purchase', properties: {}, title: BOTH }) },
      ],
      rewards: [{ key: 'card', definition: rewardDefinition({ title: BOTH, description: BOTH }) }],
    },
  });
  program = await test.program();
  const site = program.sites[1]!.id;
  await test.post(`/headless/2025-06/${site}/customers/greta/sessions`, { customer: { email: null } });
  await test.post('/v2/customers/greta/points', { points: 5_000 });
  const input = { program, customer_merchant_id: 'greta', tier_key: 'hand', by: TESTER };
  await setTier(test.deps, input);
  await test.post(`/headless/2025-06/${site}/rules/social_follow/complete`, {
    rule_id: entryOf(program.rules, 'follow').id,
    customer_merchant_id: 'greta',
  });
  const reward_id = entryOf(program.rewards, 'card').id;
  const claimed = await test.post('/v2/customers/greta/claimed_rewards', { reward_id });
  claim = claimed.body.claimed_reward.id;
});
afterAll(() => test.close());

const order = {
  customer_id: 'greta',
  customer_email: null,
  total: 10,
  total_paid: 10,
  payment_status: 'paid',
  discount_codes: [],
};
const reward_id = () => entryOf(program.rewards, 'card').id;

/** Whatever of /v2 speaks to people, by what it is asked. */
const OPERATIONS: [string, (query: string) => Promise<{ status: number; text: string }>][] = [
  ['GET rewards', (query) => test.get(`/v2/rewards${query}`)],
  ['GET rules', (query) => test.get(`/v2/rules${query}`)],
  ['GET tiers', (query) => test.get(`/v2/tiers${query}`)],
  ['GET customers', (query) => test.get(`/v2/customers${query}`)],
  ['GET one customer', (query) => test.get(`/v2/customers/greta${query}`)],
  ['GET available rewards', (query) => test.get(`/v2/customers/greta/available_rewards${query}`)],
  ['GET claimed rewards', (query) => test.get(`/v2/customers/greta/claimed_rewards${query}`)],
  ['GET transactions', (query) => test.get(`/v2/transactions${query}`)],
  ['GET transactions of one', (query) => test.get(`/v2/customers/greta/transactions${query}`)],
  ['GET activities', (query) => test.get(`/v2/activities${query}`)],
  ['GET balance', (query) => test.get(`/v2/customers/greta/balance${query}`)],
  ['GET explain', (query) => test.get(`/v2/customers/greta/explain${query || '?'}&reward_id=${reward_id()}`)],
  [
    'POST claim',
    (query) => test.post(`/v2/customers/greta/claimed_rewards${query}`, { reward_id: reward_id() }),
  ],
  ['POST fulfil', (query) => test.post(`/v2/customers/greta/claimed_rewards/${claim}/fulfill${query}`, {})],
  ['POST preview', (query) => test.post(`/v2/orders/preview${query}`, order)],
];

/** Languages of the texts, without `content`, which has every language by its tag. */
function spoken(text: string): string[] {
  const bare = JSON.stringify(JSON.parse(text), (name, value) => (name === 'content' ? undefined : value));
  return [...new Set(bare.match(/ENGLISH|DEUTSCH/g))];
}

describe('an answer of the program-level family', () => {
  it.each(OPERATIONS)(
    'speaks the first language of the program where none is asked for: %s',
    async (_name, ask) => {
      const answer = await ask('');
      expect([200, 201]).toContain(answer.status);
      expect(spoken(answer.text)).toEqual(['ENGLISH']);
    },
  );

  it.each(OPERATIONS)('speaks the language that is asked for: %s', async (_name, ask) => {
    expect(spoken((await ask('?language=de-AT')).text)).toEqual(['DEUTSCH']);
    expect(spoken((await ask('?language=fr')).text)).toEqual(['ENGLISH']);
  });

  it('speaks the language of the header', async () => {
    const answer = await test.get('/v2/customers/greta').set('x-loyalty-language', 'de');
    expect(spoken(answer.text)).toEqual(['DEUTSCH']);
  });

  it('reads headers that clients call by the name of a service of theirs, its own before them', async () => {
    const ask = () => test.get('/v2/customers/greta').set('x-loyaltyelsewhere-language', 'de');
    expect(spoken((await ask()).text)).toEqual(['DEUTSCH']);
    expect(spoken((await ask().set('x-loyalty-language', 'en')).text)).toEqual(['ENGLISH']);
    const wrong = await test.get('/v2/sites').set('x-loyaltyelsewhere-channel', 'fax');
    expect([wrong.status, Object.keys(wrong.body.error.details)]).toEqual([400, ['X-Loyalty-Channel']]);
  });
});
