import { programFileJsonSchema } from '../program-file/schema.ts';
import type { App } from './app-types.ts';

/** The JSON Schema of program files, for editors that check while one writes. */
export function programSchemaRoute(app: App): void {
  const schema = JSON.stringify(programFileJsonSchema());
  app.get(
    '/program.schema.json',
    { config: { scope: 'public' }, schema: { hide: true } },
    async (_request, reply) =>
      reply
        .type('application/schema+json; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .send(schema),
  );
}
