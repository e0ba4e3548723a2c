import { sql } from 'kysely';
import type { ClaimRecord } from '../claims/claim-record.ts';
import { endOf, whereInRange } from '../core/keyset-range.ts';
import { NO_BOUND, type Page, type PageRequest, readPage } from '../core/pagination.ts';
import type { Deps } from '../programs/deps.ts';

/**
 * A page of the claims of one customer, which `request.filters` names. Ids are taken under the customer's lock, so
 * claims become visible in the order of ids, and the page needs no horizon.
 */
export async function listClaimsOfCustomer(
  deps: Pick<Deps, 'db'>,
  programId: number,
  request: PageRequest,
): Promise<Page<ClaimRecord>> {
  return readPage(request, NO_BOUND - 1, async (range) => {
    // One customer has few claims, so they are found by customer and then sorted.
    const { rows } = await sql<ClaimRecord>`
      select t.* from claimed_rewards t
      where ${whereInRange(programId, range)} ${endOf({ ...range, window_first: true })}`.execute(deps.db);
    return rows;
  });
}
