import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/core/errors.ts';
import type { Tx } from '../../domain/core/transaction.ts';
import { findCustomerRecord } from '../../domain/listings/customer-store.ts';
import { getCustomerAfterDue } from '../../domain/operations/get-customer-after-due.ts';
import { updateCustomer } from '../../domain/operations/update-customer.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { actorOf } from '../actor-of.ts';
import type { App } from '../app-types.ts';
import { answerUnkeyed } from '../idempotency.ts';
import { BIRTHDAY_PATTERN, Email, Integer, MerchantIdOfPath, Nullable, Text } from '../schema-helpers.ts';
import { readBirthday } from '../shared/birthday-text.ts';
import { presentProgramCustomer } from '../shared/present-program-customer.ts';
import { ProgramCustomerAnswerSchema } from '../shared/program-customer-schema.ts';
import { requestedView } from '../shared/program-view.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import { metadataComplaint } from './metadata-complaint.ts';

const ParamsSchema = Type.Object({ merchant_id: MerchantIdOfPath() });

const BodySchema = Type.Object(
  {
    customer: Type.Object(
      {
        email: Type.Optional(Nullable(Email())),
        first_name: Type.Optional(Nullable(Text())),
        last_name: Type.Optional(Nullable(Text())),
        birthday: Type.Optional(
          Type.Union(
            [
              Type.String({ pattern: BIRTHDAY_PATTERN }),
              Type.Object({
                day: Integer({ description: '1 to 31.' }),
                month: Integer({ description: '1 to 12.' }),
                year: Type.Optional(Nullable(Integer({ description: 'From 1900 on.' }))),
              }),
              Type.Null(),
            ],
            { description: '`1990-05-27`, or `05-27` without a year, or the same as an object.' },
          ),
        ),
        blocked: Type.Optional(Type.Boolean()),
        metadata: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            description: 'The members to set. Null removes a member. Members that are not named stay.',
          }),
        ),
      },
      { title: 'CustomerChanges' },
    ),
  },
  { title: 'UpdateCustomer' },
);

export function getProgramCustomerRoute(app: App, deps: Deps): void {
  app.get(
    '/customers/:merchant_id',
    {
      config: { scope: 'read_customers' },
      schema: {
        operationId: 'getProgramCustomer',
        tags: ['Program-level'],
        summary: 'Read one customer',
        params: ParamsSchema,
        response: { 200: ProgramCustomerAnswerSchema },
      },
    },
    async (request) => {
      const { id } = await getCustomerAfterDue(deps, request.program, request.params.merchant_id);
      return customerAnswer(deps, requestedView(request), id);
    },
  );
}

export function updateCustomerRoute(app: App, deps: Deps): void {
  app.patch(
    '/customers/:merchant_id',
    {
      config: { scope: 'write_customers', complaints: metadataComplaints },
      schema: {
        operationId: 'updateCustomer',
        tags: ['Program-level'],
        summary: 'Change, block or unblock a customer',
        description:
          'Members that are not named stay. Null clears a member. If the birthday is today, birthday rules are completed at once. ' +
          'Refused with 422: `email_already_in_use`, `invalid_date` (the birthday).',
        params: ParamsSchema,
        body: BodySchema,
        response: { 200: ProgramCustomerAnswerSchema },
      },
    },
    async (request, reply) => {
      const { program, params, body } = request;
      const { id } = await getCustomerAfterDue(deps, program, params.merchant_id);
      const { birthday, ...rest } = body.customer;
      const changes =
        birthday === undefined
          ? rest
          : { ...rest, birthday: typeof birthday === 'string' ? readBirthday(birthday) : birthday };
      return answerUnkeyed(reply, {
        effect: (hooks) =>
          updateCustomer(deps, { program, customer_id: id, changes, by: actorOf(request) }, hooks),
        present: async (_, tx) => ({
          status: 200,
          body: await customerAnswer(deps, requestedView(request), id, tx),
        }),
      });
    },
  );
}

function metadataComplaints({ body, inexact_numbers }: FastifyRequest): Record<string, string> {
  const { customer } = (body ?? {}) as { customer?: { metadata?: unknown } | null };
  const complaints = Object.fromEntries(
    (inexact_numbers ?? [])
      .filter((parameter) => /^customer\.metadata[.[]/.test(parameter))
      .map((parameter) => [parameter, 'cannot be held exactly as a number; send it as text']),
  );
  const complaint = metadataComplaint(customer?.metadata);
  return complaint === undefined ? complaints : { ...complaints, 'customer.metadata': complaint };
}

/** A customer as it is now: on the pool, or inside `tx` with its writes. */
export async function customerAnswer(
  deps: Deps,
  view: StorefrontView,
  id: number,
  tx?: Tx,
): Promise<Static<typeof ProgramCustomerAnswerSchema>> {
  const customer = await findCustomerRecord(tx ?? deps.db, view.program.id, id);
  if (!customer) throw new DomainError('not_found', 'There is no such customer.');
  return { customer: presentProgramCustomer(view, deps.publicUrl, customer) };
}
