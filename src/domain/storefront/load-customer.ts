import { CompiledQuery, type Kysely } from 'kysely';
import type { NamedQuery } from '../../db/driver.ts';
import type { NamedStatement } from '../../db/named-statements.ts';
import type { DB } from '../../db/tables.ts';
import { timestampText } from '../../db/timestamps.ts';
import type { GivenCart } from '../claims/carts/cart.ts';
import { isActiveCartRedemption } from '../claims/claim-record.ts';
import { DomainError } from '../core/errors.ts';
import type { UsageCounter } from '../core/limits.ts';
import { platformKey } from '../core/platform-key.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { decodedAgain } from '../customers/find-customer.ts';
import { inactivityDeadline } from '../ledger/points-expiry.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { RunEach } from '../programs/key-lookup.ts';
import type { Channel } from '../programs/program-settings.ts';
import { tierStatus } from '../tiers/derive-tier-status.ts';
import { earliestFact } from '../tiers/evaluation-window.ts';
import { factSource, tierFacts } from '../tiers/fact-store.ts';
import { availableRewards, availableRules, usageById } from './availability.ts';
import { countAgain, findMiscounted } from './count-uses.ts';
import type { CustomerAtMoment, StockLevels, StorefrontCustomer } from './customer.ts';
import { hashOfStock, markOf, poolsOf } from './mark.ts';
import { readClaims, readRedemptions } from './read-claims.ts';
import { readHistory } from './read-history.ts';
import { readOwn } from './read-own.ts';
import {
  type CustomerParts,
  customerStatementFor,
  type NextLotsTuple,
  type StockTuple,
} from './statement.ts';
import { steadyUntil } from './steady-until.ts';

export interface CustomerQuestion {
  program: Program;
  customer_id: number;
  channel: Channel;
  /** ISO 3166-1 alpha-2; null: not known. */
  country: string | null;
  /** The cart in the request, into which a redemption would go; null or absent: none. */
  cart?: GivenCart | null;
}

/**
 * The customer as a storefront shows it, all from one snapshot: read on the pool, or inside `tx` with its writes. Does
 * not process due work. Throws not_found.
 */
export async function loadStorefrontCustomer(
  deps: Pick<Deps, 'db' | 'clock'> & { hot: RunEach },
  question: CustomerQuestion,
  tx?: Tx,
): Promise<StorefrontCustomer> {
  const customer = await read(deps, question, { customer_id: question.customer_id }, tx);
  if (!customer) throw new DomainError('not_found', 'There is no such customer.');
  return customer;
}

/** The same for the customer that a path names; its segment was decoded once. undefined if there is none. */
export async function findStorefrontCustomer(
  deps: Pick<Deps, 'db' | 'clock'> & { hot: RunEach },
  { merchant_id, ...question }: Omit<CustomerQuestion, 'customer_id'> & { merchant_id: string },
): Promise<StorefrontCustomer | undefined> {
  const customer = await read(deps, question, { merchant_key: platformKey(merchant_id) });
  if (customer) return customer;
  const again = decodedAgain(merchant_id);
  return again === undefined ? undefined : read(deps, question, { merchant_key: platformKey(again) });
}

function read(
  deps: Pick<Deps, 'db' | 'clock'> & { hot: RunEach },
  question: Omit<CustomerQuestion, 'customer_id'>,
  name: { customer_id: number } | { merchant_key: string },
  tx?: Tx,
): Promise<StorefrontCustomer | undefined> {
  const { program, cart = null } = question;
  const now = deps.clock.now(program);
  const asked = {
    cart_id: cart?.kind === 'platform' ? cart.id : null,
    pools: poolsOf(program),
    // V8 reserves room for members that are written out, but adds spread members one by one.
    ...name,
    ...factsSince(program, now),
  };
  const statement = customerStatementFor(factSource(program));
  const found = tx
    ? readIn(tx, statement, program.id, asked)
    : deps.hot.runEach<Row>(statement, { program_id: program.id }, asked);
  return found.then((row) => row && customerOf(tx ?? deps.db, question, now, row));
}

/** `now`: the present moment by the program's clock. Only miscounted uses are asked for in `db`. */
function customerOf(
  db: Kysely<DB>,
  question: Omit<CustomerQuestion, 'customer_id'>,
  now: number,
  found: CustomerParts,
): StorefrontCustomer | Promise<StorefrontCustomer> {
  const { program } = question;
  const row = readOwn(found.own);
  const customer = { row, home: program.site(row.site_id)!, now: Math.max(now, row.last_entry_at) };
  const counters = usageById(found.usage ?? []);
  const miscounted = findMiscounted(program, customer, counters);
  if (miscounted.length === 0) return customerWith(question, now, found, customer, counters);
  return countAgain(db, customer, counters, miscounted).then((counted) =>
    customerWith(question, now, found, customer, counted),
  );
}

function customerWith(
  question: Omit<CustomerQuestion, 'customer_id'>,
  now: number,
  found: CustomerParts,
  customer: CustomerAtMoment,
  counters: ReadonlyMap<number, UsageCounter>,
): StorefrontCustomer {
  const { program } = question;
  const { history, claims, redemptions, stored_cart, stock, facts, next_lots } = found;
  const { row, home } = customer;
  const levels = stockLevels(stock === null ? [] : (JSON.parse(stock) as StockTuple[]));
  const counting = tierFacts(facts);
  const products = readRedemptions(redemptions);
  const cart_redemptions = products.filter(isActiveCartRedemption);
  const tier = tierStatus(program, row, counting, customer.now);
  const stock_hash = hashOfStock(stock);
  return {
    ...customer,
    mark: markOf({ mark: found.mark, stock_hash }),
    stock_hash,
    steady_until: steadyUntil(program, { row, home, tier, facts: counting }, now),
    tier,
    next_expiry: nextExpiry(program, row, home.time_zone, next_lots),
    claims: readClaims(claims).map((claim) => products.find(({ id }) => id === claim.id) ?? claim),
    cart_redemptions,
    unlinked_redemptions: products.filter(({ cart_id }) => cart_id === null),
    stored_cart,
    history: readHistory(program, home.time_zone, history),
    rules: availableRules(program, customer, counters),
    rewards: availableRewards(program, customer, counters, levels, { ...question, cart_redemptions }),
    stock: levels,
  };
}

type Row = { ord: number } & CustomerParts;

/** The statement has the same name as on the pool: planning it takes longer than running it. */
async function readIn(
  tx: Tx,
  { name, text }: NamedStatement,
  programId: number,
  asked: object,
): Promise<Row | undefined> {
  const values = [programId, JSON.stringify([{ ord: 0, ...asked }])];
  const query: NamedQuery = { ...CompiledQuery.raw(text, values), name };
  return (await tx.executeQuery<Row>(query)).rows[0];
}

const HOUR_MS = 60 * 60 * 1000;

/** The date from which facts are read, and the customers whose facts are all read. */
interface FactsAsked {
  facts_since: string | null;
  newcomers_since: string | null;
}

const factsOfHours = new WeakMap<Program, { hour: number; asked: FactsAsked }>();

/**
 * The date is rounded, so some facts that no longer count are read too. The question stays the same for an hour, so
 * that a read that was sent ahead can answer it.
 */
function factsSince(program: Program, now: number): FactsAsked {
  const hour = now - (now % HOUR_MS);
  let held = factsOfHours.get(program);
  if (held?.hour !== hour) {
    held = { hour, asked: factsOf(program, hour) };
    factsOfHours.set(program, held);
  }
  return held.asked;
}

function factsOf(program: Program, hour: number): FactsAsked {
  const rules = program.settings.tier_membership;
  const since = rules && timestampText(earliestFact(rules, hour));
  return { facts_since: since, newcomers_since: rules?.mode === 'enrollment_anniversary' ? since : null };
}

function nextExpiry(
  program: Program,
  row: CustomerRow,
  zone: string,
  lots: NextLotsTuple | null,
): StorefrontCustomer['next_expiry'] {
  if (lots) return { at: lots[0], points: lots[1] };
  const at = row.points_approved > 0 ? inactivityDeadline(program, row, zone) : null;
  return at === null ? null : { at, points: row.points_approved };
}

export function stockLevels(rows: readonly StockTuple[]): StockLevels {
  const byReward = new Map<number, Map<string, number>>();
  for (const [reward, variant, remaining] of rows) {
    let variants = byReward.get(reward);
    if (!variants) {
      variants = new Map();
      byReward.set(reward, variants);
    }
    variants.set(variant, Math.min(remaining, variants.get(variant) ?? remaining));
  }
  return { remaining: (rewardId, variantId) => byReward.get(rewardId)?.get(variantId) ?? null };
}
