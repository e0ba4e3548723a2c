/** The parts of the package that tests use; it has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    oidc: {
      client: { clientId: string };
      session: { accountId: string };
      provider: Provider;
    };
  }

  export default class Provider {
    constructor(issuer: string, configuration: object);
    Grant: new (of: {
      clientId: string;
      accountId: string;
    }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }

  export type { Context };
}
