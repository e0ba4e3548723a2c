import type { NamedStatements } from '../../../db/named-statements.ts';
import { timestampText } from '../../../db/timestamps.ts';
import { noRow } from '../../core/any-row.ts';
import type { AnswerRecord } from '../../core/transaction.ts';
import type { CustomerRow } from '../../customers/customer-row.ts';
import { guarded, hotWrite, IS_HELD, runGuarded } from '../../ledger/guarded.ts';
import type { Program } from '../../programs/configuration.ts';
import type { CartContents } from './cart.ts';
import { KEPT_MS } from './take-cart.ts';

/** As `putCart` and, if the cart was not known, `deleteOldCarts` do. */
const PUT = hotWrite(
  'put_cart',
  ({
    held,
    kept,
  }) => `${held('cart_id text, total_minor bigint, item_count int, redemption_ids text[], kept_since timestamptz')}, written as (
  update customers c set version = c.version + 1 from held where ${IS_HELD} returning held.*
), put as (
  insert into carts as k (program_id, customer_id, cart_id, total_minor, item_count, redemption_ids, updated_at)
    select $1::bigint, customer_id, cart_id, total_minor, item_count, redemption_ids, at from written
    on conflict (program_id, customer_id, cart_id) do update set total_minor = excluded.total_minor,
      item_count = excluded.item_count, redemption_ids = excluded.redemption_ids, updated_at = excluded.updated_at
    returning customer_id, xmax = 0 as is_new
), deleted as (
  delete from carts k using written w join put using (customer_id)
    where put.is_new and k.program_id = $1::bigint and k.customer_id = w.customer_id and k.updated_at < w.kept_since
      and ${noRow(`claimed_rewards r where r.program_id = $1::bigint and r.customer_id = k.customer_id and r.cart_id = k.cart_id
        and r.redemption_id is not null and r.state = 'approved' and r.usage_status = 'not_used'`)}
)${kept('null', 'written w')}
select ord from written`,
);

/**
 * Writes the contents of a cart that concern no claim. Returns false and writes nothing if the customer was written
 * since its row was read or is being written, or if the program has another version.
 */
export async function putCartGuarded(
  hot: NamedStatements,
  { configuration_version }: Pick<Program, 'configuration_version'>,
  { program_id, id, version }: Pick<CustomerRow, 'program_id' | 'id' | 'version'>,
  cartId: string,
  contents: CartContents,
  at: number,
  record: AnswerRecord | undefined,
): Promise<boolean> {
  const row = {
    cart_id: cartId,
    kept_since: timestampText(at - KEPT_MS),
    ...guarded(id, { version, configuration_version }, at, null),
    ...contents,
  };
  return (await runGuarded<{ ord: number }>(hot, PUT, { program_id }, row, record)) !== undefined;
}
