import { CHANNELS } from '../domain/programs/program-settings.ts';
import { ErrorSchema } from './error-schema.ts';
import { IDEMPOTENCY_HEADER } from './idempotency-key.ts';

type Json = Record<string, unknown>;

/** The answers that operations do not declare themselves, by status. */
export const FAILURES: Record<string, { name: string; description: string }> = {
  400: {
    name: 'InvalidRequest',
    description:
      'The request is not valid. `details` names each invalid parameter and what is wrong with it.',
  },
  401: { name: 'AuthenticationRequired', description: 'There is no API key, or it is not valid.' },
  403: {
    name: 'InsufficientScope',
    description: 'The API key or access token lacks the scope that `details.scope` names.',
  },
  404: { name: 'NotFound', description: 'Something that the path or the body names does not exist.' },
  409: {
    name: 'IdempotencyInProgress',
    description: 'Another request with this Idempotency-Key is still running.',
  },
  413: { name: 'PayloadTooLarge', description: 'The body is larger than the server accepts.' },
  415: { name: 'UnsupportedMediaType', description: 'The body is not `application/json`.' },
  429: {
    name: 'RateLimited',
    description: 'There were too many requests. Retry-After says when to send the next one.',
  },
  500: { name: 'InternalError', description: 'Something went wrong inside the server.' },
  503: {
    name: 'Unavailable',
    description:
      'The server cannot answer now, because its database does not answer or too many requests wait. Retry-After says when to send the request again.',
  },
};

export const COMMON_PARAMETERS: Record<string, Json> = {
  Channel: parameter('query', 'channel', 'The sales channel of the request. It wins over the header.', {
    type: 'string',
    enum: [...CHANNELS],
    default: 'web',
  }),
  ChannelHeader: parameter('header', 'X-Loyalty-Channel', 'The sales channel of the request.', {
    type: 'string',
    enum: [...CHANNELS],
  }),
  Language: parameter(
    'query',
    'language',
    "The language of the answer. An unknown language falls back to the site's.",
    {
      type: 'string',
    },
  ),
  LanguageHeader: parameter('header', 'X-Loyalty-Language', "The answer's language.", { type: 'string' }),
  Country: parameter(
    'query',
    'country',
    "The country of the request, by ISO 3166-1 alpha-2. Absent: the site's country.",
    {
      type: 'string',
      pattern: '^[A-Za-z]{2}$',
    },
  ),
};

export const IDEMPOTENCY_PARAMETER = parameter(
  'header',
  IDEMPOTENCY_HEADER,
  'Makes a repeat safe: within 24 hours the same request with the same key has one effect and gets the same answer.',
  { type: 'string', minLength: 1, maxLength: 255 },
);

export const COMMON_HEADERS: Record<string, Json> = {
  IdempotencyReplayed: {
    description: '`true` on an answer that was stored for this Idempotency-Key.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'The number of requests that are left in each limit (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
  },
  RateLimitPolicy: { description: 'The limits of this operation.', schema: { type: 'string' } },
  RequestId: { description: 'Names this request in the server log.', schema: { type: 'string' } },
  RetryAfter: { description: 'The seconds to wait before the next request.', schema: { type: 'integer' } },
};

export function failureResponse(status: string, description: string): Json {
  const waits = status === '429' || status === '503' || status === '409';
  return {
    description,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(waits && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
      ...(status === '422' && {
        'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' },
      }),
      ...(status === '429' && {
        RateLimit: { $ref: '#/components/headers/RateLimit' },
        'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
      }),
    },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

/** A 422 of an operation. Its `code` is one of these. */
export function refusedResponse(codes: readonly string[]): Json & { content: Record<string, Json> } {
  const { headers, description } = failureResponse(
    '422',
    'The server understood the request and refuses it. `code` says why.',
  );
  const error = {
    code: codes[0],
    message: 'Why it was refused, for people.',
    request_id: '7f3b2c1a9d',
  };
  return {
    description,
    headers,
    content: {
      'application/json': {
        schema: errorWith({ type: 'string', enum: codes }),
        example: { error },
      },
    },
  };
}

/** The shape of every failure, with the codes that are possible here. */
function errorWith(code: Json): Json {
  const { title: _title, ...shape } = JSON.parse(JSON.stringify(ErrorSchema));
  Object.assign(shape.properties.error.properties, { code });
  return shape;
}

function parameter(place: 'query' | 'header', name: string, description: string, schema: Json): Json {
  return { in: place, name, required: false, description, schema };
}
