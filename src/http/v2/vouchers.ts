import { type Static, Type } from '@sinclair/typebox';
import type { Tx } from '../../domain/core/transaction.ts';
import { findCustomerById } from '../../domain/customers/store.ts';
import { getFriendsVoucher, getVoucher } from '../../domain/operations/get-voucher.ts';
import { readForUse, type UsedVoucher, useVoucher } from '../../domain/operations/use-voucher.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { loadClaim, loadStock } from '../../domain/storefront/load-claim.ts';
import { stockLevels } from '../../domain/storefront/load-customer.ts';
import { AmountInput, readAmount } from '../amounts.ts';
import type { App } from '../app-types.ts';
import { firstRead } from '../first-read.ts';
import { idempotent } from '../idempotency.ts';
import { isName, Name, PlatformId, platformId } from '../schema-helpers.ts';
import { requestedView } from '../shared/program-view.ts';
import { uncheckedPlatformId } from '../unchecked.ts';
import { presentFriendsVoucher, presentVoucher } from './present-voucher.ts';
import { voucherCurrency, voucherCurrencyFields } from './voucher-currency.ts';
import { VoucherAnswerSchema } from './voucher-schema.ts';

const ParamsSchema = Type.Object({
  code: Name({ description: 'The code of a voucher or a gift card. Case, spaces and dashes do not matter.' }),
});

const BodySchema = Type.Object(
  {
    order_merchant_id: PlatformId({
      description: "The order's id in the store's platform. The order may be recorded before or after.",
    }),
    amount: Type.Optional(
      AmountInput({
        description:
          'The amount to take from a gift card, in `currency`. Required for a gift card. It has no effect on other codes.',
      }),
    ),
    ...voucherCurrencyFields,
  },
  { title: 'UseVoucher' },
);

export function getVoucherRoute(app: App, deps: Deps): void {
  app.get(
    '/vouchers/:code',
    {
      config: { scope: 'read_customers' },
      schema: {
        operationId: 'getVoucher',
        tags: ['Program-level'],
        summary: 'Look up a voucher or a gift card by its code',
        description:
          'For a checkout: the discount, its conditions and its state. It also finds the code of a referred friend, with the terms that were valid when the friend got it.',
        params: ParamsSchema,
        querystring: Type.Object(voucherCurrencyFields),
        response: { 200: VoucherAnswerSchema },
      },
    },
    async (request): Promise<Static<typeof VoucherAnswerSchema>> => {
      const { program, params } = request;
      const currency = voucherCurrency(program, request.query);
      const found = await getVoucher(deps, program, params.code);
      if (found.kind === 'incentive')
        return { voucher: presentFriendsVoucher(program, currency, found.incentive) };
      const { claim, customer } = found;
      const stock = await loadStock(deps, program, claim.reward_id);
      const view = requestedView(request);
      return { voucher: presentVoucher(view, currency, customer, claim, stock, deps.clock.now(program)) };
    },
  );
}

export function useVoucherRoute(app: App, deps: Deps): void {
  app.post(
    '/vouchers/:code/use',
    {
      config: {
        scope: 'write_customers',
        ask_ahead: (request, program, hot, body) => {
          const { code = '' } = request.params as Record<string, string | undefined>;
          const order_merchant_id = uncheckedPlatformId(body, 'order_merchant_id');
          if (!isName(code) || order_merchant_id === undefined) return undefined;
          return readForUse(deps, hot, { program, code, order_merchant_id });
        },
      },
      schema: {
        operationId: 'useVoucher',
        tags: ['Program-level'],
        summary: 'Use a voucher on an order, or take from a gift card',
        description:
          'A voucher is used once, and so is the voucher of a referred friend. A gift card is used once for each order, if its balance is large enough. If an order that is recorded later names the code, nothing is taken again. Refused with 422: `voucher_already_used`, `voucher_expired`, `reward_already_refunded`, `insufficient_balance`.',
        params: ParamsSchema,
        body: BodySchema,
        response: { 200: VoucherAnswerSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: (hooks) => {
          const { program, params, body } = request;
          const currency = voucherCurrency(program, body);
          const amount = body.amount === undefined ? undefined : requestedCardAmount(body.amount, currency);
          const order_merchant_id = platformId(body.order_merchant_id);
          const first_read = firstRead(request, deps);
          const input = { program, code: params.code, order_merchant_id, amount, first_read };
          return useVoucher(deps, input, hooks);
        },
        resume: (used: UsedVoucher) => used,
        stored_with_effect: true,
        present: async (used, tx) => {
          const { program, params } = request;
          const currency = voucherCurrency(program, request.body);
          const { customer_id } = used;
          if (used.kind === 'incentive') {
            const incentive = await getFriendsVoucher(tx ?? deps.db, program, params.code);
            const body: Static<typeof VoucherAnswerSchema> = {
              voucher: presentFriendsVoucher(program, currency, incentive),
            };
            return { status: 200, body, customer_id };
          }
          const { customer, claim, stock } = await shownAfterUse(deps, program, used, tx);
          const view = requestedView(request);
          const voucher = presentVoucher(view, currency, customer, claim, stock, deps.clock.now(program));
          const body: Static<typeof VoucherAnswerSchema> = { voucher };
          return { status: 200, body, customer_id };
        },
      }),
  );
}

/** The used voucher: as this request wrote it, or as it is read now. */
async function shownAfterUse(
  deps: Deps,
  program: Program,
  { customer_id, claimed_reward_id, shown }: Extract<UsedVoucher, { kind: 'claim' }>,
  tx: Tx | undefined,
) {
  if (shown) return { ...shown, stock: stockLevels(shown.stock) };
  const customer = (await findCustomerById(tx ?? deps.db, program.id, customer_id))!;
  return { customer, ...(await loadClaim(deps, program, claimed_reward_id, tx)) };
}

function requestedCardAmount(amount: number | string, currency: string) {
  const read = readAmount(amount, currency);
  return 'complaint' in read ? read : { minor: read.minor, currency };
}
