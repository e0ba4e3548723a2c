import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import type { Parameters } from '../../domain/oauth/grant-request.ts';
import { OAuthRefusal } from '../../domain/oauth/refusal.ts';
import type { App } from '../app-types.ts';

interface ReadParameters {
  parameters: Parameters;
  /** The names of repeated parameters. OAuth forbids repetition. */
  repeated: string[];
}

/**
 * Reads forms. Routes that take forms say `body: 'form'`. `refusal` makes the error for a body that is not text.
 * `from_people`: people fill in the forms, so a text with U+0000 is refused too.
 */
export function acceptForms(app: App, from_people: boolean, refusal: () => Error): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, buffer: Buffer, done) => {
      if (!isUtf8(buffer)) return done(refusal());
      const form = readParameters(buffer.toString('utf8'));
      done(from_people && holdsNul(form.parameters) ? refusal() : null, form);
    },
  );
}

/** Postgres stores no text with the character U+0000, and no browser sends one. */
export function holdsNul(parameters: Parameters): boolean {
  return Object.values(parameters).some((value) => value?.includes('\0'));
}

export function parametersOfForm(request: FastifyRequest): ReadParameters {
  return (request.body as ReadParameters | undefined) ?? readParameters('');
}

/** The parameters of a form that a program sent. Throws OAuthRefusal invalid_request if one of them is repeated. */
export function singleParametersOfForm(request: FastifyRequest): Parameters {
  const { parameters, repeated } = parametersOfForm(request);
  if (repeated.length === 0) return parameters;
  throw new OAuthRefusal('invalid_request', `${repeated[0]} came more than once.`);
}

export function parametersOfQuery(request: FastifyRequest): ReadParameters {
  const url = request.raw.url!;
  const start = url.indexOf('?');
  return readParameters(start < 0 ? '' : url.slice(start + 1));
}

/**
 * A parameter without a value counts as absent (RFC 6749, 3.1). If a parameter is repeated, its first value is kept.
 */
function readParameters(text: string): ReadParameters {
  const parameters: Record<string, string> = Object.create(null);
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (value === '') continue;
    if (name in parameters) repeated.add(name);
    else parameters[name] = value;
  }
  return { parameters, repeated: [...repeated] };
}
