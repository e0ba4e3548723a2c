import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DomainError } from '../../src/domain/core/errors.ts';
import { claimReward } from '../../src/domain/operations/claim-reward.ts';
import { openSession } from '../../src/domain/operations/open-session.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { StorefrontCustomer } from '../../src/domain/storefront/customer.ts';
import { findStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import type { SessionInput } from '../../src/domain/storefront/nothing-to-write.ts';
import { cartLine, platformCart, redeemedLine } from '../support/carts.ts';
import { entryOf, productRewardDefinition, ruleDefinition } from '../support/factories.ts';
import { keyedHooks } from '../support/keyed.ts';
import { atOnce, ORDINARY } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { comparableRows } from '../support/twins.ts';

const MINUTE = 60_000;
const STEPS = 150;
/** Rows stay different once they are: they are compared after so many steps, and after the last. */
const STEPS_TO_COMPARE = 6;
const domain = testDomain();

const PROGRAM = {
  rules: [
    {
      key: 'pageview',
      definition: ruleDefinition({ kind: 'pageview', properties: {}, limit: { count: 1, interval: 'day' } }),
    },
  ],
  rewards: [{ key: 'mug', definition: productRewardDefinition({ cost: { kind: 'fixed', points: 10 } }) }],
};

const visit = fc.record({
  does: fc.constant('visit' as const),
  cart: fc.constantFrom(null, 'a', 'a', 'a', 'b', 'c'),
  total: fc.constantFrom<number>(100, 100, 2_000, 9_000),
  items: fc.integer({ min: 0, max: 2 }),
  /** Redeemed lines, by how many claims back; 9: one that nobody has. */
  redeemed: fc.oneof(
    { weight: 3, arbitrary: fc.constant<number[]>([]) },
    { weight: 2, arbitrary: fc.subarray([0, 1, 2, 9]) },
  ),
  page: fc.constantFrom(false, false, true),
});
const claim = fc.record({ does: fc.constant('claim' as const), cart: fc.constantFrom('a', 'b', undefined) });
const wait = fc.record({
  does: fc.constant('wait' as const),
  minutes: fc.constantFrom(1, 20, 1_500, 50_000),
});
const step = fc.oneof(
  { weight: 10, arbitrary: visit },
  { weight: 2, arbitrary: claim },
  { weight: 3, arbitrary: wait },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function run(
  program: Program,
  happens: Step,
  hooks: typeof ORDINARY | undefined,
  isAlone = true,
): Promise<unknown> {
  if (happens.does === 'wait') return undefined;
  if (happens.does === 'claim') {
    await claimReward(domain.deps, {
      program,
      reward_id: entryOf(program.rewards, 'mug').id,
      customer_merchant_id: '1001',
      variant_id: '902',
      ...(happens.cart && { cart_id: happens.cart }),
      channel: 'web',
      country: null,
    });
    return 'claimed';
  }
  const { cart, total, items, redeemed, page } = happens;
  const claims = await domain.deps.db
    .selectFrom('claimed_rewards')
    .select('redemption_id')
    .where('program_id', '=', program.id)
    .orderBy('id', 'desc')
    .execute();
  const lines = redeemed.map((back) => redeemedLine(claims[back]?.redemption_id ?? 'nobody'));
  const input = {
    program,
    site: program.sites[0]!,
    merchant_id: '1001',
    email: null,
    page_url: page ? 'https://shop.example/' : null,
    cart: cart && platformCart([cartLine({ quantity: items }), ...lines], { id: cart, total_minor: total }),
    channel: 'web',
    country: null,
  } as const;
  const opened = await openSession(domain.deps, input, hooks);
  if (opened.customer && isAlone) await expectShown(opened.customer, input);
  return opened.requested_cart_actions.map(({ kind, reason }) => [kind, reason]);
}

/** A session that shows its customer without another read shows it as another read would. */
async function expectShown(shown: StorefrontCustomer, input: SessionInput): Promise<void> {
  const read = (await findStorefrontCustomer(domain.deps, input))!;
  const versionless = (customer: StorefrontCustomer) =>
    JSON.parse(JSON.stringify({ ...customer, mark: '', row: { ...customer.row, version: 0 } })) as object;
  expect(versionless(shown)).toEqual(versionless(read));
}

it(`${STEPS} steps leave the same whichever way each session takes its cart`, async () => {
  const twins: { program: Program; hooks: typeof ORDINARY | undefined }[] = [];
  for (const hooks of [undefined, ORDINARY]) {
    const program = await domain.begin(PROGRAM);
    await domain.customer({ points: 1_000 });
    twins.push({ program, hooks });
  }
  let fast = 0;
  const { hot } = domain.deps;
  const send = hot.run.bind(hot);
  hot.run = (statement, values, owner) => {
    if (statement.name.startsWith('put_cart')) fast += 1;
    return send(statement, values, owner);
  };
  for (const [index, happens] of fc.sample(step, { numRuns: STEPS, seed: 20_261_122 }).entries()) {
    if (happens.does === 'wait') domain.clock.advance(happens.minutes * MINUTE);
    const seen: object[] = [];
    for (const { program, hooks } of twins) {
      // Every other session of the fast way has an Idempotency-Key.
      const asked = hooks || index % 2 === 0 ? hooks : keyedHooks(domain.clock.real());
      const outcome = await run(program, happens, asked).catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
        return error.code;
      });
      const isCompared = (index + 1) % STEPS_TO_COMPARE === 0 || index + 1 === STEPS;
      const rows = isCompared ? await comparableRows(domain.deps, program) : null;
      seen.push({ index, happens, outcome, rows });
    }
    expect(seen[0]).toEqual(seen[1]);
  }
  hot.run = send;
  expect(fast).toBeGreaterThan(20);
}, 120_000);

it('carts that come at once leave one of them, and the points and claims beside them are whole', async () => {
  const program = await domain.begin(PROGRAM);
  const { id } = await domain.customer({ points: 1_000 });
  const visits = atOnce(16, (index) =>
    run(
      program,
      { does: 'visit', cart: 'a', total: 100 * index, items: 1, redeemed: [], page: false },
      index % 3 ? undefined : ORDINARY,
      false,
    ),
  );
  const claims = atOnce(4, () => run(program, { does: 'claim', cart: 'b' }, undefined));
  await Promise.all([...visits, ...claims]);
  expect(await domain.row(id)).toMatchObject({ points_approved: 960, points_spent: 40 });
  const { carts } = (await comparableRows(domain.deps, program)) as { carts: string[] };
  expect(carts).toHaveLength(1);
});
