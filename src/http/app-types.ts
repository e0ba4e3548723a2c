import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { SignedInOperator } from '../domain/operators/find-session.ts';
import type { Right } from '../domain/operators/roles.ts';
import type { Program } from '../domain/programs/configuration.ts';
import type { FirstRead } from '../domain/programs/first-read.ts';
import type { IdSequence } from '../domain/programs/id-store.ts';
import type { RunEach } from '../domain/programs/key-lookup.ts';
import type { Scope } from '../domain/programs/scopes.ts';
import type { FailedAttempts } from './failed-attempts.ts';
import type { BusyReason } from './fair-share.ts';
import type { ContextParameters, RequestContext } from './request-context.ts';

/** Fastify with handlers whose parameters have the types of the route's TypeBox schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The credential of a request: an API key, or an app's access token. */
export interface Caller {
  /** One of the two is null. */
  key_id: number | null;
  app_id: number | null;
  scopes: readonly string[];
  /** The limit of this key; null: the server's limit. */
  requests_per_second: number | null;
  program: Program;
}

/** The owner of a request's credential. It is known even if the credential is refused. */
interface Credential {
  key_id: number | null;
  app_id: number | null;
  program_id: number;
}

/** One limit: within any second, at most so many requests of one program, or of one of its keys, are accepted. */
export interface RateLimit {
  name: string;
  requests_per_second: number;
}

/**
 * Checks beyond the schemas; parameter → complaint. They also run on requests that the schemas refuse: such a body may
 * have any shape.
 */
export type Complaints = (request: FastifyRequest) => Record<string, string>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The callers that may use this route. The server does not start with a route that names none. */
    scope?: Scope | 'any_key' | 'public' | 'operator';
    /** For a route of the console, instead of a scope: the right that its operator needs. */
    right?: Right | 'anyone';
    /** For a dangerous action of the console: the operator must have proved its identity a short time ago. */
    confirmed?: true;
    rate_limit?: RateLimit;
    /** For a listing with `since_id`: the sequence of its ids. */
    ids?: IdSequence;
    /**
     * The form of bodies; upload: a form that may have a file; program_file: JSON with a `program`, or YAML that is the
     * program. Absent: JSON.
     */
    body?: 'form' | 'upload' | 'program_file';
    complaints?: Complaints;
    /**
     * Sends the first question of the route to Postgres together with the look-up of the key. At this time neither the
     * request nor the body of a route that takes one has been checked, and the program may be out of date. It neither
     * throws nor writes, and asks at most once. The answer goes to the code that asks `first_read` of the request the
     * same question first.
     */
    ask_ahead?(
      request: FastifyRequest,
      program: Program,
      hot: RunEach,
      body: unknown,
    ): Promise<unknown> | undefined;
  }

  interface FastifyInstance {
    failed_attempts: FailedAttempts;
    /**
     * Finds the caller on a public route that shows more to a caller with a key. Throws for an invalid key, as any
     * other route does.
     */
    find_caller(request: FastifyRequest): Promise<Caller>;
    /**
     * Throws if the key or token of a request was revoked after the request began. An answer that goes on for long asks
     * this before its parts.
     */
    refuse_revoked(request: FastifyRequest): Promise<void>;
    /**
     * Counts a request with a long-lasting answer apart from ordinary requests. Throws if there are too many of them.
     */
    stay(request: FastifyRequest, reply: FastifyReply): void;
    /**
     * Resolves when the csv of a whole listing may be made. The turn ends with the answer. Throws if no turn comes in
     * time.
     */
    take_export_turn(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }

  // Everything about a request is stored in the request itself. V8 clears a WeakMap only when it collects old objects:
  // with a WeakMap of requests, each request and its answer would stay in memory until then.
  interface FastifyRequest {
    /** null on public routes, and before the key is checked. */
    caller: Caller | null;
    /** The read that `ask_ahead` sent; undefined: it sent none. */
    first_read: FirstRead | undefined;
    /** null: the request has no credential that exists. */
    credential: Credential | null;
    /** The signed-in operator; null on routes without a right, and on routes that anyone may call. */
    operator: SignedInOperator | null;
    /** The program that an operator's request is about; null: none. */
    operated_program: Program | null;
    /** The program of the caller, or the program that an operator's request is about. Throws if there is none. */
    readonly program: Program;
    /** The reason why a busy server refused this request; null: it did not. */
    busy_reason: BusyReason | null;
    /** The audience of the answer; null: it has not been read yet. */
    context: RequestContext | null;
    context_parameters: ContextParameters | null;
    /** Returns the request's turn to be worked on; null: the request has had no turn. */
    give_turn: (() => void) | null;
    /** The crowd in which the request counts as present; null: none. */
    place: { crowd: object; leave(): void } | null;
    /**
     * Complaints about the text of the body, by parameter. A body with such complaints is not checked against a schema.
     */
    body_complaints: Record<string, string> | null;
    /** Parameters with numbers that a double cannot represent as written; null: there are none. */
    inexact_numbers: readonly string[] | null;
  }
}
