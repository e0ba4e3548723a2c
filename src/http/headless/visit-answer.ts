import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { type Rendered, renderObject } from '../rendered.ts';
import { audienceFields, ConfigurationSchema } from './configuration-schemas.ts';
import { CustomerOfAnyStateSchema } from './customer-schema.ts';
import { heldConfiguration } from './held-configuration.ts';
import type { ShownCustomer } from './show-customer.ts';
import { requestAudience, requestView, storefrontContext } from './storefront-answer.ts';

/** Everything of the program that a page shows to one customer. */
export const visitFields = {
  ...audienceFields,
  customer: CustomerOfAnyStateSchema,
  configuration: ConfigurationSchema,
};

export const VisitSchema = Type.Object(visitFields, { title: 'Visit' });

type VisitBody = Static<typeof VisitSchema>;

export function renderVisit(request: FastifyRequest, shown: ShownCustomer): Rendered<VisitBody> {
  return renderObject<VisitBody>(visitMembers(request, shown));
}

/** The members of a visit. Its customer and its configuration are rendered already. */
export function visitMembers(request: FastifyRequest, { text, stock }: ShownCustomer) {
  const { channel, country } = storefrontContext(request);
  return {
    ...requestAudience(request),
    customer: text,
    configuration: heldConfiguration(requestView(request), { channel, country }, stock),
  };
}
