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

/** The owner of a request's credential, even if the credential is refused. */
interface Credential {
  key_id: number | null;
  app_id: number | null;
  program_id: number;
}

/** One limit: in no span of one second are more requests accepted, of one program or of one of its keys. */
export interface RateLimit {
  name: string;
  requests_per_second: number;
}

/**
 * Checks beyond the schemas; parameter → complaint. They also run on requests that the schemas refuse, whose bodies may
 * be of any shape.
 */
export type Complaints = (request: FastifyRequest) => Record<string, string>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The callers that may use this route. A route without one stops the server from starting. */
    scope?: Scope | 'any_key' | 'public' | 'operator';
    /** For a route of the console, in the place of a scope: the right that its operator needs. */
    right?: Right | 'anyone';
    /** For a dangerous action of the console: its operator proved a short time ago who it is. */
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
     * Asks for what the route reads first, which is sent along with the look-up of the key. Neither the request nor its
     * body, of a route that takes one, has been checked yet, nor may the program be as it is now. Neither throws nor
     * writes, and asks at most once. The answer goes to whoever asks the same question first of the request's `first_read`.
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
    /** For public routes that show more to a caller with a key. Throws as any other route does for an invalid one. */
    find_caller(request: FastifyRequest): Promise<Caller>;
    /** Keeps a request whose answer goes on for long apart from those that come and go. Throws if too many stay. */
    stay(request: FastifyRequest, reply: FastifyReply): void;
    /** Resolves when the csv of a whole listing may be made; the turn ends with the answer. Throws if none comes in time. */
    take_export_turn(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }

  // A request holds all that belongs to it. V8 clears a WeakMap of requests only when it collects old objects: until then
  // each request would live on, with its answer.
  interface FastifyRequest {
    /** null on public routes, and before the key was checked. */
    caller: Caller | null;
    /** The read of `ask_ahead`; undefined: nothing was asked ahead. */
    first_read: FirstRead | undefined;
    /** null: the request has no credential that exists. */
    credential: Credential | null;
    /** The signed-in operator; null on routes without a right, and on those that anyone may call. */
    operator: SignedInOperator | null;
    /** The program that an operator's request is about; null: none. */
    operated_program: Program | null;
    /** The program of the caller, or the one that an operator's request is about. Throws where there is none. */
    readonly program: Program;
    /** Why the server had too much to do for this request; null: it had not. */
    busy_reason: BusyReason | null;
    /** The audience of the answer; null: nobody asked for it yet. */
    context: RequestContext | null;
    context_parameters: ContextParameters | null;
    /** Gives back the turn to be worked on; null: the request has had none. */
    give_turn: (() => void) | null;
    /** Where the request counts as present; null: nowhere. */
    place: { crowd: object; leave(): void } | null;
    /** Complaints about the body as text, by parameter. Such a body is not checked against a schema. */
    body_complaints: Record<string, string> | null;
    /** Parameters whose numbers a double does not hold as written; null: there are none. */
    inexact_numbers: readonly string[] | null;
  }
}
