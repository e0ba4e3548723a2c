import { type Static, Type } from '@sinclair/typebox';
import { DomainError } from '../../domain/core/errors.ts';
import { findCustomerByMerchantId } from '../../domain/customers/find-customer.ts';
import { listClaimsOfCustomer } from '../../domain/listings/claim-store.ts';
import { processDue } from '../../domain/operations/process-due.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { loadStock } from '../../domain/storefront/load-claim.ts';
import type { App } from '../app-types.ts';
import { MerchantIdOfPath } from '../schema-helpers.ts';
import { presentProgramClaimedReward } from '../shared/present-program-claimed-reward.ts';
import { requestedView } from '../shared/program-view.ts';
import { ProgramClaimedRewardSchema } from '../shared/record-schemas.ts';
import {
  CursorPairSchema,
  cursorComplaints,
  LISTING_HEADERS,
  LISTING_PARAMETERS,
  pageRequest,
  pointToPages,
  requireCustomer,
} from './listing.ts';

const ClaimedRewardListSchema = Type.Object(
  { claimed_rewards: Type.Array(ProgramClaimedRewardSchema), cursor: CursorPairSchema },
  { title: 'ClaimedRewardList' },
);

export function listCustomerClaimedRewardsRoute(app: App, deps: Deps): void {
  const endpoint = 'customer claimed rewards';
  app.get(
    '/customers/:merchant_id/claimed_rewards',
    {
      config: { scope: 'read_customers', ids: 'entry_ids', complaints: cursorComplaints(deps, endpoint) },
      schema: {
        operationId: 'listCustomerClaimedRewards',
        tags: ['Program-level'],
        summary: 'List claimed rewards of one customer',
        description: 'Claimed rewards in every state. Newest first, or oldest first with `since_id`.',
        params: Type.Object({ merchant_id: MerchantIdOfPath() }),
        querystring: Type.Object(LISTING_PARAMETERS),
        response: {
          200: {
            description: 'A page of claimed rewards.',
            headers: LISTING_HEADERS,
            content: { 'application/json': { schema: ClaimedRewardListSchema } },
          },
        },
      },
    },
    async (request, reply) => {
      const { program, params } = request;
      const found = await findCustomerByMerchantId(deps.db, program.id, params.merchant_id);
      if (!found) throw new DomainError('not_found', 'There is no such customer.');
      const asked = requireCustomer(pageRequest(deps, request, endpoint, found.id), found.id);
      const customer = await processDue(deps, program, found);
      const page = await listClaimsOfCustomer(deps, program.id, asked);
      const stock = page.rows.length > 0 ? await loadStock(deps, program) : { remaining: () => null };
      const path = `/v2/customers/${encodeURIComponent(params.merchant_id)}/claimed_rewards`;
      const view = requestedView(request);
      const list: Static<typeof ClaimedRewardListSchema> = {
        claimed_rewards: page.rows.map((claim) => presentProgramClaimedReward(view, customer, claim, stock)),
        cursor: pointToPages(deps, request, reply, { endpoint, path }, asked, page),
      };
      return list;
    },
  );
}
