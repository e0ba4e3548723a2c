import type { FastifyRequest } from 'fastify';
import { CHANNELS, type Channel } from '../domain/programs/program-settings.ts';
import type { App } from './app-types.ts';
import { MAX_TEXT, TEXT_PATTERN } from './schema-helpers.ts';

/** The audience of an answer, as the caller sent it. */
export interface RequestContext {
  channel: Channel;
  /** A language tag as sent, not yet compared with the site's languages; null: the site's default. */
  language: string | null;
  /** ISO 3166-1 alpha-2, upper case; null: the site's. */
  country: string | null;
}

/** The names of the parameters in a query. */
export const CONTEXT_PARAMETERS = ['channel', 'language', 'country'] as const;

interface ContextParameter {
  name: string;
  value: string;
}

/** A parameter that the request does not have is undefined. */
export type ContextParameters = Record<(typeof CONTEXT_PARAMETERS)[number], ContextParameter | undefined>;

/** Stores the context with its request: its check and its answer read it several times. */
export function rememberContexts(app: App): void {
  app.decorateRequest('context', null);
  app.decorateRequest('context_parameters', null);
}

/**
 * The query's `channel`, `language` and `country`, or the headers of the same meaning. The query wins. The request must
 * be validated.
 */
export function requestContext(request: FastifyRequest): RequestContext {
  request.context ??= readContext(request);
  return request.context;
}

function readContext(request: FastifyRequest): RequestContext {
  const { channel, language, country } = contextParameters(request);
  return {
    channel: (channel?.value ?? 'web') as Channel,
    language: language?.value ?? null,
    country: country ? country.value.toUpperCase() : null,
  };
}

const TEXT = new RegExp(TEXT_PATTERN, 'u');

/** The complaints about the context's parameters: parameter → complaint. */
export function contextComplaints(request: FastifyRequest): Record<string, string> {
  const { channel, language, country } = contextParameters(request);
  const complaints: Record<string, string> = {};
  if (channel && !(CHANNELS as readonly string[]).includes(channel.value)) {
    complaints[channel.name] = `must be one of ${CHANNELS.join(', ')}`;
  }
  if (language && (language.value.length > MAX_TEXT || !TEXT.test(language.value))) {
    complaints[language.name] = 'must be a language code, such as en or pt-BR';
  }
  if (country && !/^[A-Za-z]{2}$/.test(country.value)) {
    complaints[country.name] = 'must be an ISO 3166-1 alpha-2 country code, such as US';
  }
  return complaints;
}

function contextParameters(request: FastifyRequest): ContextParameters {
  request.context_parameters ??= readParameters(request);
  return request.context_parameters;
}

function readParameters(request: FastifyRequest): ContextParameters {
  return {
    channel: fromQuery(request, 'channel') ?? fromHeader(request, 'X-Loyalty-Channel'),
    language: fromQuery(request, 'language') ?? fromHeader(request, 'X-Loyalty-Language'),
    country: fromQuery(request, 'country'),
  };
}

function fromQuery(request: FastifyRequest, name: string): ContextParameter | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  if (value === undefined) return undefined;
  // A repeated parameter is a list. This value is invalid for each of the three parameters.
  return { name, value: typeof value === 'string' ? value : '\0' };
}

/** Clients in the field add the name of a service: `X-Loyalty…-Channel` is read as `X-Loyalty-Channel`. */
function fromHeader(request: FastifyRequest, name: string): ContextParameter | undefined {
  const exact = name.toLowerCase();
  const named = request.headers[exact] === undefined ? ofAnotherName(request, exact) : exact;
  return named === undefined ? undefined : { name, value: String(request.headers[named]) };
}

function ofAnotherName({ headers }: FastifyRequest, exact: string): string | undefined {
  const end = exact.slice(exact.lastIndexOf('-'));
  for (const name in headers) if (name.startsWith('x-loyalty') && name.endsWith(end)) return name;
  return undefined;
}
