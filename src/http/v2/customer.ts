import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { findCustomerRecord } from '../../domain/customers/listing-store.ts';
import { updateCustomer } from '../../domain/customers/update-customer.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import { getSettledCustomer } from '../../domain/settlement/settled-customer.ts';
import type { Tx } from '../../domain/transaction.ts';
import { actorOf } from '../actor-of.ts';
import type { App } from '../app-types.ts';
import { Integer, MerchantIdOfPath, Name, Nullable, Text } from '../schema-helpers.ts';
import { ProgramCustomerAnswerSchema } from './customer-schema.ts';
import { metadataComplaint } from './metadata-complaint.ts';
import { presentProgramCustomer } from './present-customer.ts';

const ParamsSchema = Type.Object({ merchant_id: MerchantIdOfPath() });

const BodySchema = Type.Object(
  {
    customer: Type.Object(
      {
        email: Type.Optional(Nullable(Name())),
        first_name: Type.Optional(Nullable(Text())),
        last_name: Type.Optional(Nullable(Text())),
        birthday: Type.Optional(
          Nullable(
            Type.Object({
              day: Integer({ description: '1 to 31.' }),
              month: Integer({ description: '1 to 12.' }),
              year: Type.Optional(Nullable(Integer({ description: 'From 1900 on.' }))),
            }),
          ),
        ),
        blocked: Type.Optional(Type.Boolean()),
        metadata: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            description: 'Members to set, and null for those to remove; those not named stay.',
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
      const { id } = await getSettledCustomer(deps, request.program, request.params.merchant_id);
      return customerAnswer(deps, request.program, id);
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
          'What is not named stays as it is; null clears. A birthday that is today is celebrated at once. ' +
          'Refused with 422: `email_already_in_use`, `invalid_date` (the birthday).',
        params: ParamsSchema,
        body: BodySchema,
        response: { 200: ProgramCustomerAnswerSchema },
      },
    },
    async (request) => {
      const { program, params, body } = request;
      const { id } = await getSettledCustomer(deps, program, params.merchant_id);
      await updateCustomer(deps, { program, customer_id: id, changes: body.customer, by: actorOf(request) });
      return customerAnswer(deps, program, id);
    },
  );
}

function metadataComplaints({ body }: Pick<FastifyRequest, 'body'>): Record<string, string> {
  const { customer } = (body ?? {}) as { customer?: { metadata?: unknown } | null };
  const complaint = metadataComplaint(customer?.metadata);
  if (complaint === undefined) return {};
  return { 'customer.metadata': complaint };
}

/** A customer as it is now: on the pool, or inside `tx` with what it wrote. */
export async function customerAnswer(
  deps: Deps,
  program: Program,
  id: number,
  tx?: Tx,
): Promise<Static<typeof ProgramCustomerAnswerSchema>> {
  const customer = await findCustomerRecord(tx ?? deps.db, program.id, id);
  if (!customer) throw new DomainError('not_found', 'There is no such customer.');
  return { customer: presentProgramCustomer(program, deps.publicUrl, customer) };
}
