import { type Static, Type } from '@sinclair/typebox';
import type { App } from '../app-types.ts';
import { Nullable } from '../schema-helpers.ts';

const SiteListSchema = Type.Object(
  {
    sites: Type.Array(
      Type.Object(
        {
          id: Type.Integer({ description: 'The `site_id` in the addresses of the customer-facing family.' }),
          name: Type.String(),
          url: Type.String({ description: 'The address of the store.' }),
          currency: Type.String({ description: 'The currency of the site, by ISO 4217.', examples: ['USD'] }),
          languages: Type.Array(Type.String(), {
            description: 'The languages of the site. The first is the default.',
          }),
          time_zone: Type.String({
            description: 'The IANA time zone of the site.',
            examples: ['America/New_York'],
          }),
          country: Nullable(
            Type.String({ description: 'ISO 3166-1 alpha-2. Null: none is set.', examples: ['US'] }),
          ),
        },
        { title: 'Site' },
      ),
      {
        description: "The program's sites. The first is the home site of customers that this family creates.",
      },
    ),
  },
  { title: 'SiteList' },
);

export function listSitesRoute(app: App): void {
  app.get(
    '/sites',
    {
      config: { scope: 'read_configuration' },
      schema: {
        operationId: 'listSites',
        tags: ['Program-level'],
        summary: "List the program's sites",
        response: { 200: SiteListSchema },
      },
    },
    async (request): Promise<Static<typeof SiteListSchema>> => ({
      sites: request.program.sites
        .filter((site) => site.enabled)
        .map(({ id, name, url, currency, languages, time_zone, country }) => ({
          id,
          name,
          url,
          currency,
          languages: [...languages],
          time_zone,
          country,
        })),
    }),
  );
}
