import type { FastifyRequest } from 'fastify';
import type { Actor, OperatorActor } from '../domain/audit/actor.ts';

/** The key, app or operator that sent a request, for the audit. Throws on public routes: their callers are unknown. */
export function actorOf(request: FastifyRequest): Actor {
  const { caller, operator, id: request_id } = request;
  if (operator) return operatorActorOf(request);
  if (!caller) throw new Error(`${request.routeOptions.url} is public: nobody is known to audit`);
  const { key_id, app_id } = caller;
  return key_id === null ? { kind: 'app', id: app_id!, request_id } : { kind: 'key', id: key_id, request_id };
}

/** The operator who sent a request of the console. */
export function operatorActorOf({ operator, id: request_id }: FastifyRequest): OperatorActor {
  if (!operator) throw new Error('nobody is signed in: the route names no right');
  return { kind: 'operator', id: operator.id, request_id };
}
