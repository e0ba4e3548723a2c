import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import type { OrderInput } from '../../src/domain/orders/order.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import type { ProgramSettings } from '../../src/domain/programs/program-settings.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import type { TierStatus } from '../../src/domain/tiers/tier-status.ts';
import { programSettings, tierDefinition } from './factories.ts';
import { orderInput } from './orders.ts';
import type { TestDomain } from './test-domain.ts';

/** Base, Silver and Gold, by spend of 500.00 and 1000.00 unless other bounds are given. */
export function threeTiers(silver = 50_000, gold = 100_000): ProgramDefinition['tiers'] {
  return [
    { key: 'base', definition: tierDefinition({ name: 'Base', lower_bound: 0 }) },
    { key: 'silver', definition: tierDefinition({ name: 'Silver', lower_bound: silver }) },
    { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: gold }) },
  ];
}

/** The actions and look-ups of tests of tiers for customer 1001. */
export class TierShop {
  private orders = 0;

  constructor(private readonly domain: TestDomain) {}

  /** Begins with a program of tiers and nothing else, and its customer. */
  async begin(
    settings: Partial<ProgramSettings>,
    rest: Partial<ProgramDefinition> = {},
  ): Promise<CustomerRow> {
    await this.domain.begin({
      settings: programSettings(settings),
      tiers: threeTiers(),
      rules: [],
      rewards: [],
      ...rest,
    });
    return this.domain.customer();
  }

  spend(total_minor: number, rest: Partial<OrderInput> = {}) {
    this.orders += 1;
    const order = { merchant_id: `o-${this.orders}`, total_minor, ...rest };
    return recordOrder(this.domain.deps, orderInput(this.domain.program, order));
  }

  /** The key of a tier of the program; null for none. */
  keyOf(tierId: number | null): string | null {
    return tierId === null ? null : (this.domain.program.tier(tierId)?.key ?? null);
  }

  async tierOf(customerId: number): Promise<string | null> {
    return this.keyOf((await this.domain.row(customerId)).tier_id);
  }

  async read(customer_id: number): Promise<TierStatus> {
    const question = { program: this.domain.program, customer_id, channel: 'web', country: null } as const;
    return (await loadStorefrontCustomer(this.domain.deps, question)).tier!;
  }

  /** The tiers that were entered, and the dates. */
  async entered(): Promise<[string | null, string][]> {
    return (await this.domain.rows('tier_entries')).map((entry) => [
      this.keyOf(entry.tier_id),
      new Date(entry.date).toISOString(),
    ]);
  }
}
