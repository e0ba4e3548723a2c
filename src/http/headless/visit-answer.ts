import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../domain/programs/deps.ts';
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { audienceFields, ConfigurationSchema } from './configuration-schemas.ts';
import { CustomerOfAnyStateSchema } from './customer-schema.ts';
import { heldConfiguration } from './held-configuration.ts';
import { presentCustomerOfAnyState } from './present-customer.ts';
import { requestAudience, requestView, storefrontContext } from './storefront-answer.ts';

/** Everything of the program that a page shows to one customer. */
export const visitFields = {
  ...audienceFields,
  customer: CustomerOfAnyStateSchema,
  configuration: ConfigurationSchema,
};

export const VisitSchema = Type.Object(visitFields, { title: 'Visit' });

export function presentVisit(
  deps: Deps,
  request: FastifyRequest,
  customer: StorefrontCustomer,
): Static<typeof VisitSchema> {
  const { channel, country } = storefrontContext(request);
  const view = requestView(request);
  return {
    ...requestAudience(request),
    customer: presentCustomerOfAnyState(view, deps.publicUrl, customer),
    configuration: heldConfiguration(view, { channel, country }, customer.stock),
  };
}
