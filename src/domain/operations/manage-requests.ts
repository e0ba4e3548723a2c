import type { OperatorActor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { type Hooks, runInTransaction, type Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { NoteFile } from '../customers/note-file.ts';
import { lockAfterDue } from '../due/process-due-in.ts';
import { lockCustomer } from '../ledger/lock-customer.ts';
import type { ReasonCode } from '../ledger/reason-codes.ts';
import { refuseDecider } from '../operators/refuse-decider.ts';
import {
  findRequest,
  insertRequest,
  type OperatorRequest,
  type TakenRequest,
  takeRequest,
} from '../operators/request-store.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { adjustLockedIn } from './adjust-points.ts';
import { eraseLockedIn } from './erase-customer.ts';

/** The action that is asked for. */
export type NewRequest =
  | {
      kind: 'points';
      points: number;
      reason_code: ReasonCode;
      internal_note?: string;
      /** The file of that note. The second person can see it. */
      file?: NoteFile | null;
    }
  | { kind: 'erasure' };

interface Requested {
  request_id: number;
}

/** Asks for an action that needs two people. Nothing happens before a second person decides. Throws not_found. */
export async function makeRequest(
  deps: Pick<Deps, 'db' | 'clock'>,
  {
    program,
    customer_id,
    wanted,
    by,
  }: { program: Program; customer_id: number; wanted: NewRequest; by: OperatorActor },
  hooks?: Hooks<Requested>,
): Promise<Requested> {
  return runInTransaction(deps, hooks, async (tx) => {
    const customer = await lockCustomer(tx, program.id, customer_id);
    const isOfPoints = wanted.kind === 'points';
    const file = (isOfPoints && wanted.file) || null;
    const asked = {
      program_id: program.id,
      kind: wanted.kind,
      customer_id: customer.id,
      points: isOfPoints ? wanted.points : null,
      reason_code: isOfPoints ? wanted.reason_code : null,
      note: isOfPoints ? (wanted.internal_note ?? wanted.file?.name ?? null) : null,
      operator_id: by.id,
      created_at: deps.clock.real(),
    };
    const request_id = await insertRequest(tx, asked, file);
    await audit(tx, deps, customer, { action: 'request.made', by, id: request_id, kind: wanted.kind });
    return { request_id };
  });
}

interface Decision {
  program: Program;
  request_id: number;
  /** The customer that the second person was shown; undefined: any. */
  customer_id?: number;
  approve: boolean;
  by: OperatorActor;
}

/**
 * Does what another person asked for, or declines it. People can only take back their own requests. A request is
 * decided once, even if several people decide at the same time. Throws not_found (it was decided before, or the
 * customer was merged since), approval_required for the approval of one's own request, insufficient_scope, and the
 * errors of the action. After an error of the action the request stays.
 */
export async function decideRequest(
  deps: Deps,
  { program, request_id, customer_id, approve, by }: Decision,
  hooks?: Hooks<Requested>,
): Promise<Requested> {
  const known = await findRequest(deps.db, program.id, request_id);
  if (!known) throw DECIDED();
  return runInTransaction(deps, hooks, async (tx) => {
    const { customer, at } = await lockAfterDue(tx, deps, program, known.customer_id);
    const request = await takeRequest(tx, program.id, request_id);
    if (!request) throw DECIDED();
    if (customer_id !== undefined && customer.id !== customer_id) throw MOVED();
    // The person who asked may take the request back, by declining it.
    if (approve || request.operator_id !== by.id) await refuseDecider(tx, program, request, by);
    const { id, kind } = request;
    const action = approve ? 'request.approved' : 'request.declined';
    await audit(tx, deps, customer, { action, by, id, kind });
    if (approve) await fulfil(tx, deps, program, { request, customer, at, by });
    return { request_id };
  });
}

/** Does what was asked for. */
async function fulfil(
  tx: Tx,
  deps: Deps,
  program: Program,
  {
    request,
    customer,
    at,
    by,
  }: { request: TakenRequest; customer: CustomerRow; at: number; by: OperatorActor },
): Promise<void> {
  const { points, reason_code, note, file, operator_id } = request;
  if (points === null) return eraseLockedIn(tx, deps, program, customer, by);
  await adjustLockedIn(tx, deps, program, customer, at, {
    points,
    note: null,
    ...(reason_code !== null && { reason_code }),
    ...(note !== null && { internal_note: note, file, note_by: { ...by, id: operator_id } }),
    by,
  });
}

const DECIDED = () => new DomainError('not_found', 'Somebody decided before, or took the request back.');

const MOVED = () =>
  new DomainError('not_found', 'The customer was merged since. Look at the request again, and decide then.');

interface RequestDeed extends Pick<OperatorRequest, 'id' | 'kind'> {
  action: 'request.made' | 'request.approved' | 'request.declined';
  by: OperatorActor;
}

function audit(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { program_id, id: customerId }: CustomerRow,
  { action, by, id: request_id, kind }: RequestDeed,
): Promise<void> {
  const subject = { kind: 'customer', id: customerId } as const;
  return recordAudit(tx, deps, { program_id, actor: by, action, subject, details: { request_id, kind } });
}
