import { describe, expect, it } from 'vitest';
import { type CustomerChanges, updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { programDefinition, ruleDefinition } from '../support/factories.ts';
import { atOnce, outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { TierShop } from '../support/tier-shop.ts';

const domain = testDomain({ poolSize: 16 });
const shop = new TierShop(domain);
const change = (customer_id: number, changes: CustomerChanges) =>
  updateCustomer(domain.deps, { program: domain.program, customer_id, changes, by: TESTER });

describe('changing a customer', () => {
  it('gives an email to one of many who want it at once', async () => {
    await domain.begin();
    const customers = await Promise.all(
      atOnce(8, (index) => domain.customer({ merchant_id: `c-${index}`, email: `c-${index}@shop.example` })),
    );
    const wants = atOnce(8, (index) =>
      change(customers[index]!.id, { email: index % 2 ? 'one@shop.example' : 'ONE@shop.example' }),
    );
    expect(await tally(wants)).toEqual({ done: 1, email_already_in_use: 7 });
  });

  it('loses no member of metadata that others set at the same time', async () => {
    await domain.begin();
    const { id } = await domain.customer();
    await Promise.all(atOnce(10, (index) => change(id, { metadata: { [`m${index}`]: index } })));
    expect(Object.keys((await domain.row(id)).metadata)).toHaveLength(10);
  });

  it('lets nobody earn once the customer is blocked, whatever is under way', async () => {
    await domain.begin();
    const { id } = await domain.customer();
    const completions = tally([
      ...atOnce(10, () => domain.complete('follow')),
      change(id, { blocked: true }),
      ...atOnce(10, () => domain.complete('follow')),
    ]);
    const { done = 0, customer_blocked = 0 } = await completions;
    expect(done + customer_blocked).toBe(21);
    expect((await domain.row(id)).points_approved).toBe((done - 1) * 50);
    expect(await outcomeOf(domain.complete('follow'))).toBe('customer_blocked');
  });

  it('leaves it in the tier of what it bought while it was not blocked, whatever it buys while that is lifted', async () => {
    const { id } = await shop.begin({ tier_membership: { mode: 'lifetime' } });
    await change(id, { blocked: true });
    await Promise.all([
      ...atOnce(10, () => shop.spend(6000)),
      change(id, { blocked: false }),
      ...atOnce(10, () => shop.spend(6000)),
    ]);
    const counted = (await domain.rows('orders')).filter(({ earns }) => earns).length * 6000;
    const { tier_id, progress } = await shop.read(id);
    const earned = domain.program.tiers.findLast(({ lower_bound }) => lower_bound <= counted);
    expect([tier_id, progress.now]).toEqual([earned!.id, counted]);
  });

  it('celebrates the new birthday of a member, and of a guest once it enrols', async () => {
    const settings = { ...programDefinition().settings, enrol_on_sight: false };
    const rules = [{ key: 'birthday', definition: ruleDefinition({ kind: 'birthday', properties: {} }) }];
    await domain.begin({ settings, rules });
    const { id } = await domain.customer();
    await change(id, { birthday: { day: 14, month: 1 } });
    expect((await domain.row(id)).points_approved).toBe(0);
    await domain.enrol(id);
    expect((await domain.row(id)).points_approved).toBe(50);
  });

  it('of another program is not found', async () => {
    await domain.begin();
    const { id } = await domain.customer();
    await domain.begin();
    expect(await outcomeOf(change(id, { first_name: 'Eve' }))).toBe('not_found');
  });
});
