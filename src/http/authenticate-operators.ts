import type { FastifyRequest, RouteOptions } from 'fastify';
import { DomainError } from '../domain/core/errors.ts';
import { findSignedIn, type SignedInOperator } from '../domain/operators/find-session.ts';
import { isRightInProgram, may, type Right, sees } from '../domain/operators/roles.ts';
import type { Program } from '../domain/programs/configuration.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { findProgramId, listProgramNames, type ProgramName } from '../domain/programs/store.ts';
import type { App } from './app-types.ts';
import { isOperatorFormToken, operatorToken } from './operator-session.ts';
import { isOfOwnPage } from './same-origin.ts';
import { logSecurityEvent } from './security-log.ts';

/**
 * signed_out: nobody is signed in, or the session has ended; unconfirmed: the operator must prove its identity again;
 * foreign_form: the form comes from another page or another session.
 */
export type OperatorRefusal = 'signed_out' | 'unconfirmed' | 'foreign_form';

/** Thrown by routes of the console. The console's error handler leads the operator to the next step. */
export class OperatorRefused extends Error {
  constructor(readonly reason: OperatorRefusal) {
    super(`the operator is refused: ${reason}`);
    this.name = 'OperatorRefused';
  }
}

/** Routes at these addresses must name a right. */
const CONSOLE = /^\/console(\/|$)/;

/**
 * Finds the operator of every request to a route that names a right, and refuses operators who lack it. A route with a
 * right in a program has the program's key in its address, as `:program`. For an operator without a role in it, the
 * program does not exist. Stops the server from starting if a route of the console names no right. Forms are accepted
 * only from this server's own pages. A form of a signed-in operator must also carry the token of its session.
 */
export function authenticateOperators(
  app: App,
  deps: Deps,
  tokenOfForm: (request: FastifyRequest) => string | undefined,
): void {
  app.decorateRequest('operator', null);
  app.decorateRequest('operated_program', null);

  const authenticate = async (request: FastifyRequest) => admit(deps, request);
  const checkForm = async (request: FastifyRequest) => {
    if (!request.operator || !changes(request)) return;
    if (!isOperatorFormToken(deps, request, tokenOfForm(request) ?? '')) throw foreignForm(request);
  };
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
    const right = route.config?.right;
    if (right === undefined) return;
    route.config = { ...route.config, scope: right === 'anyone' ? 'public' : 'operator' };
    // These routes alone have the hook, so other requests pay nothing for it.
    route.onRequest = authenticate;
    route.preValidation = checkForm;
  });
  app.addHook('onReady', async () => {
    const mistakes = routes.flatMap((route) => mistakeOf(route) ?? []);
    if (mistakes.length > 0) throw new Error(`routes that are not the console's: ${mistakes.join('; ')}`);
  });
}

/** Throws OperatorRefused, `not_found` for a program that does not exist for the operator, or `insufficient_scope`. */
async function admit(deps: Deps, request: FastifyRequest): Promise<void> {
  const { right, confirmed } = request.routeOptions.config;
  if (right === undefined) return;
  if (changes(request) && !isOfOwnPage(request, deps.publicUrl)) throw foreignForm(request);
  if (right === 'anyone') return;
  const operator = await findOperator(deps, request);
  if (!operator) throw new OperatorRefused('signed_out');
  request.operator = operator;
  const names = request.routeOptions.url!.includes('/:program');
  const program = names ? await operatedProgram(deps, request, operator) : null;
  request.operated_program = program;
  if (!may(operator, right, program?.id ?? null)) {
    logSecurityEvent(request, 'right_missing');
    throw new DomainError('insufficient_scope', 'Your role does not allow this.', {
      details: { scope: right },
    });
  }
  if (confirmed && !operator.confirmed) throw new OperatorRefused('unconfirmed');
}

/** The operator of a request, for routes that anyone may call; undefined: nobody is signed in. */
export async function findOperator(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  request: FastifyRequest,
): Promise<SignedInOperator | undefined> {
  const token = operatorToken(deps, request);
  return token === undefined ? undefined : findSignedIn(deps, token, isByItself(request));
}

/**
 * Whether the operator of a request has the same session and the same rights in its program as when the request was
 * admitted. An answer that goes on for long asks this before each part.
 */
export async function isStillAdmitted(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  request: FastifyRequest,
): Promise<boolean> {
  const before = operatorOf(request);
  const now = await findOperator(deps, request);
  if (!now || now.is_admin !== before.is_admin) return false;
  const id = request.operated_program?.id;
  return id === undefined || now.roles[id] === before.roles[id];
}

/**
 * Whether the scripts of a screen sent the request, and not the operator: they ask for events and for the progress of
 * work.
 */
export function isByItself({ headers }: FastifyRequest): boolean {
  return headers.accept === 'text/event-stream' || headers['x-by-itself'] !== undefined;
}

/** The operator of a request to a route that names a right. */
export function operatorOf({ operator, routeOptions }: FastifyRequest): SignedInOperator {
  if (!operator) throw new Error(`${routeOptions.url} may be called by anyone: it has no operator`);
  return operator;
}

/** The names of the programs that exist for an operator. There may be thousands, so none is loaded. */
export async function programsOf(
  { db }: Pick<Deps, 'db'>,
  operator: SignedInOperator,
): Promise<ProgramName[]> {
  const ids = operator.is_admin ? null : Object.keys(operator.roles).map(Number);
  return listProgramNames(db, ids);
}

async function operatedProgram(
  deps: Deps,
  request: FastifyRequest,
  operator: SignedInOperator,
): Promise<Program> {
  const { program: key } = request.params as { program: string };
  const id = await findProgramId(deps.db, key);
  const [program] = id !== undefined && sees(operator, id) ? await deps.programs.some([id]) : [];
  if (!program) throw new DomainError('not_found', 'There is no such program.');
  return program;
}

function mistakeOf({ method, url, config }: RouteOptions): string | undefined {
  const right: Right | 'anyone' | undefined = config?.right;
  const named = `${method} ${url}`;
  if (right === undefined) {
    if (CONSOLE.test(url)) return `${named} names no right`;
    return config?.scope === 'operator'
      ? `${named} has the scope of operators and names no right`
      : undefined;
  }
  if (right === 'anyone' || !isRightInProgram(right)) return undefined;
  return url.includes('/:program') ? undefined : `${named} names a right in a program and no :program`;
}

function changes({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

function foreignForm(request: FastifyRequest): OperatorRefused {
  logSecurityEvent(request, 'foreign_form');
  return new OperatorRefused('foreign_form');
}
