import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { Program } from '../domain/programs/configuration.ts';
import type { Scope } from '../domain/programs/scopes.ts';

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
  program: Program;
}

/** One limit: no span of one second sees more requests of one program accepted. */
export interface RateLimit {
  name: string;
  requests_per_second: number;
}

/** What is found wrong beyond the schemas; parameter → complaint. It also runs on requests that the schemas refuse. */
export type Complaints = (request: FastifyRequest) => Record<string, string>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route. A route without one stops the server from starting. */
    scope?: Scope | 'any_key' | 'public';
    rate_limit?: RateLimit;
    /** What bodies are. Absent: JSON. */
    body?: 'form';
    complaints?: Complaints;
  }

  interface FastifyRequest {
    /** Null on public routes, and before the key was checked. */
    caller: Caller | null;
    /** The caller's program. Throws on public routes. */
    readonly program: Program;
    /** What was wrong with the body before it could be held against a schema. */
    body_complaint: string | null;
  }
}
