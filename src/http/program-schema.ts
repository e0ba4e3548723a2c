import { programFileJsonSchema } from '../program-file/schema.ts';
import type { App } from './app-types.ts';
import { FixedText } from './fixed-text.ts';

/** The JSON Schema of program files, for editors that check while people write. */
export function programSchemaRoute(app: App): void {
  const schema = new FixedText(
    JSON.stringify(programFileJsonSchema()),
    'application/schema+json; charset=utf-8',
  );
  app.get('/program.schema.json', { config: { scope: 'public' }, schema: { hide: true } }, (request, reply) =>
    schema.send(request, reply),
  );
}
