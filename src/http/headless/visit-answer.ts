import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../domain/programs/deps.ts';
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { type Rendered, renderObject } from '../rendered.ts';
import { audienceFields, ConfigurationSchema } from './configuration-schemas.ts';
import { CustomerOfAnyStateSchema } from './customer-schema.ts';
import { heldConfiguration } from './held-configuration.ts';
import { renderCustomerOfAnyState } from './render-customer.ts';
import { requestAudience, requestView, storefrontContext } from './storefront-answer.ts';

/** Everything of the program that a page shows to one customer. */
export const visitFields = {
  ...audienceFields,
  customer: CustomerOfAnyStateSchema,
  configuration: ConfigurationSchema,
};

export const VisitSchema = Type.Object(visitFields, { title: 'Visit' });

type VisitBody = Static<typeof VisitSchema>;

export function renderVisit(
  deps: Deps,
  request: FastifyRequest,
  customer: StorefrontCustomer,
): Rendered<VisitBody> {
  return renderObject<VisitBody>(visitMembers(deps, request, customer));
}

/** The members of a visit. Its customer and its configuration are rendered. */
export function visitMembers(deps: Deps, request: FastifyRequest, customer: StorefrontCustomer) {
  const { channel, country } = storefrontContext(request);
  const view = requestView(request);
  return {
    ...requestAudience(request),
    customer: renderCustomerOfAnyState(view, deps.publicUrl, customer),
    configuration: heldConfiguration(view, { channel, country }, customer.stock),
  };
}
