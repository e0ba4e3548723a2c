import { type Static, Type } from '@sinclair/typebox';
import type { App } from '../app-types.ts';
import { StringEnum } from '../schema-helpers.ts';

const WhoamiSchema = Type.Object(
  {
    kind: StringEnum(['api_key', 'access_token'], {
      description: '`access_token`: the token of an app, by OAuth 2.0.',
    }),
    program_id: Type.Integer(),
    scopes: Type.Array(Type.String(), {
      description: 'The granted scopes. `write_x` includes `read_x`.',
    }),
  },
  { title: 'Whoami' },
);

export function whoamiRoute(app: App): void {
  app.get(
    '/whoami',
    {
      config: { scope: 'any_key' },
      schema: {
        operationId: 'whoami',
        tags: ['Program-level'],
        summary: 'Read the scopes of the key or token',
        response: { 200: WhoamiSchema },
      },
    },
    async (request): Promise<Static<typeof WhoamiSchema>> => {
      const { key_id, scopes, program } = request.caller!;
      return {
        kind: key_id === null ? 'access_token' : 'api_key',
        program_id: program.id,
        scopes: [...scopes],
      };
    },
  );
}
