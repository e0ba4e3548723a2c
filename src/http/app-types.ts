import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { Program } from '../domain/programs/configuration.ts';
import type { IdSequence } from '../domain/programs/id-store.ts';
import type { Scope } from '../domain/programs/scopes.ts';
import type { FailedAttempts } from './failed-attempts.ts';

/** Fastify whose handlers know their parameters from the route's TypeBox schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What a request came with: an API key, or an app's access token. */
export interface Caller {
  /** One of the two is null. */
  key_id: number | null;
  app_id: number | null;
  scopes: readonly string[];
  /** Of this key alone; null: as many as the server takes of each. */
  requests_per_second: number | null;
  program: Program;
}

/** Whom a request's credential stands for, also where it is refused. */
interface Credential {
  key_id: number | null;
  app_id: number | null;
  program_id: number;
}

/** One limit: no span of one second sees more requests of one program, or of one of its keys, accepted. */
export interface RateLimit {
  name: string;
  requests_per_second: number;
}

/**
 * Complaints that no schema can say; parameter → complaint. It also runs on requests that the schemas refuse, whose
 * bodies may be of any shape.
 */
export type Complaints = (request: FastifyRequest) => Record<string, string>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route. A route without one stops the server from starting. */
    scope?: Scope | 'any_key' | 'public';
    rate_limit?: RateLimit;
    /** Of a listing with `since_id`: where its ids come from. */
    ids?: IdSequence;
    /** What bodies are. Absent: JSON. */
    body?: 'form';
    complaints?: Complaints;
  }

  interface FastifyInstance {
    failed_attempts: FailedAttempts;
    /** For public routes that tell more to who brings a key. Throws as any other route does for one that is not good. */
    find_caller(request: FastifyRequest): Promise<Caller>;
  }

  interface FastifyRequest {
    /** Null on public routes, and before the key was checked. */
    caller: Caller | null;
    /** null: none came that exists. */
    credential: Credential | null;
    /** The caller's program. Throws on public routes. */
    readonly program: Program;
    /** Complaints about the body as text, by parameter: it is then held against no schema. */
    body_complaints: Record<string, string> | null;
    /** Parameters whose numbers a double does not hold as they are written; null: there are none. */
    inexact_numbers: readonly string[] | null;
  }
}
