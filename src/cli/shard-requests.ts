import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '../domain/core/errors.ts';
import type { App } from '../http/app-types.ts';
import { bringPageToken } from '../http/shared/page-token.ts';
import { answerTooMany, answerUnavailable } from './holding-server.ts';
import type { SchemaFinder } from './schema-finder.ts';
import { appNamed, placeOfRequest, type RequestPlace } from './shard-of-request.ts';
import type { UnknownNameLimit } from './unknown-name-limit.ts';

const AWAY = 'The schema of this program is away, or is being made ready.';

interface RequestTerms {
  /** The address of the home. */
  publicUrl: string;
  places: Pick<SchemaFinder, 'hasLeft' | 'numberOf'>;
  unknownNames: Pick<UnknownNameLimit, 'senderOf'>;
  /**
   * The app that answers for a schema, and whether this schema is beside the home; undefined: the schema is not served.
   */
  answererOf(number: number): { app: Pick<App, 'routing'>; is_beside: boolean } | undefined;
}

/** Passes each request to the app of its schema. */
export class ShardRequests {
  constructor(private readonly terms: RequestTerms) {}

  readonly hand = (request: IncomingMessage, response: ServerResponse): void => {
    const { publicUrl, places } = this.terms;
    const place = placeOfRequest(request, publicUrl);
    const { number: said, url, named } = place;
    if (!places.hasLeft(said)) {
      this.handTo(said, url, request, response);
      return;
    }
    this.find(place, request).then(
      (found) => {
        if (found !== said) {
          // If the program is back in the home, the prefix of its former schema no longer counts.
          request.url = url;
          if (named?.kind === 'session') bringPageToken(request, named.text);
        }
        this.handTo(found, url, request, response);
      },
      (error: unknown) => {
        if (error instanceof DomainError && error.code === 'rate_limited')
          answerTooMany(response, error.message);
        else answerUnavailable(response, AWAY);
      },
    );
  };

  /** The number of the schema that answers a request. The request names a schema that programs have left. */
  private async find(
    { number, named, is_form_of_app }: RequestPlace,
    request: IncomingMessage,
  ): Promise<number> {
    const { places, unknownNames } = this.terms;
    const name = is_form_of_app ? appNamed(new URLSearchParams(await readForm(request))) : named;
    return places.numberOf(number, name, unknownNames.senderOf(request, name));
  }

  private handTo(number: number, url: string, request: IncomingMessage, response: ServerResponse): void {
    const answerer = this.terms.answererOf(number);
    if (!answerer) {
      answerUnavailable(response, AWAY);
      return;
    }
    // An app beside the home does not know the prefix of its schema.
    if (answerer.is_beside) request.url = url;
    answerer.app.routing(request, response);
  }
}

/** The longest form that is read here. A form of an app is far shorter. */
const LONGEST_FORM = 16_384;

/** Reads a form ahead. The app that reads the request later gets the same bytes again. */
async function readForm(request: IncomingMessage): Promise<string> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (!(length > 0 && length <= LONGEST_FORM)) return '';
  for (;;) {
    const form = request.read(length) as Buffer | null;
    if (form) {
      request.unshift(form);
      return form.toString('latin1');
    }
    await once(request, 'readable');
  }
}
