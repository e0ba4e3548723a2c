import { type Static, Type } from '@sinclair/typebox';
import { getCustomerAfterDue } from '../../domain/operations/get-customer-after-due.ts';
import { setBirthday } from '../../domain/operations/set-birthday.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { renderObject } from '../rendered.ts';
import { Integer } from '../schema-helpers.ts';
import { BirthdaySchema, CustomerSchema } from './customer-schema.ts';
import { renderCustomer } from './render-customer.ts';
import { HeadlessCustomerParams } from './site.ts';
import { loadAnswer, storefrontContext } from './storefront-answer.ts';

const SetBirthdaySchema = Type.Object(
  {
    birthday: Type.Object({
      month: Integer({ description: '1 to 12.' }),
      day: Integer({ description: '1 to 31.' }),
      year: Integer({ description: 'From 1900 on.' }),
    }),
  },
  { title: 'SetBirthday' },
);

const BirthdaySetSchema = Type.Object(
  {
    updated: Type.Boolean({
      description: 'False: the customer had a birthday before, which stays.',
    }),
    birthday: BirthdaySchema,
    customer: CustomerSchema,
  },
  { title: 'BirthdaySet' },
);

export function setBirthdayRoute(app: App, deps: Deps): void {
  app.post(
    '/customers/:merchant_id/birthday',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'setBirthday',
        tags: ['Customer-facing'],
        summary: "Set a customer's birthday",
        description:
          "A birthday can be set once. Birthday rules are completed on the birthday, at midnight in the home site's time zone. If the birthday is today, they are completed at once. Refused with 422: `customer_blocked`, `customer_not_enrolled`, `invalid_date`.",
        params: HeadlessCustomerParams,
        body: SetBirthdaySchema,
        response: { 200: BirthdaySetSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: async (hooks) => {
          const { program } = storefrontContext(request);
          const { id } = await getCustomerAfterDue(deps, program, request.params.merchant_id);
          const { birthday } = request.body;
          return setBirthday(deps, { program, customer_id: id, birthday }, hooks);
        },
        present: async ({ customer_id, updated, birthday }, tx) => {
          const { view, customer } = await loadAnswer(deps, request, customer_id, tx);
          const { day, month, year } = birthday;
          const body = renderObject<Static<typeof BirthdaySetSchema>>({
            updated,
            birthday: { day, month, ...(typeof year === 'number' && { year }) },
            customer: renderCustomer(view, deps.publicUrl, customer),
          });
          return { status: 200, body, customer_id };
        },
      }),
  );
}
