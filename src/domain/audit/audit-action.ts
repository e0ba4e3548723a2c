import type { Actor } from './actor.ts';

/** Every audited action, with the members that its details may have. */
export const AUDIT_DETAILS = {
  'program.applied': ['version', 'changes'],
  'draft.created': ['base_version'],
  'draft.saved': ['revision', 'base_version'],
  'draft.deleted': [],
  'draft.published': ['revision', 'version'],
  'clock.advanced': ['seconds'],
  'codes.imported': ['codes'],
  'key.created': ['name', 'scopes', 'expires_at', 'networks', 'requests_per_second'],
  'key.revoked': [],
  'app.created': ['name', 'client_id', 'scopes', 'grant_types', 'public'],
  'app.approved': ['scopes'],
  'app.rotated': [],
  'app.revoked': [],
  'app.approval_revoked': ['approval_id'],
  'customer.updated': ['fields'],
  'customer.blocked': [],
  'customer.unblocked': [],
  'customer.merged': ['into_id', 'points'],
  'customer.erased': ['merged_ids'],
  'request.made': ['request_id', 'kind', 'file_name', 'file_hash'],
  'request.approved': ['request_id', 'kind', 'file_name', 'file_hash'],
  'request.declined': ['request_id', 'kind', 'file_name', 'file_hash'],
  'note.added': ['note_id', 'file'],
  'note.deleted': ['note_id'],
  'points.added': ['points', 'adjustment_id', 'reason_code'],
  'points.removed': ['points', 'adjustment_id', 'reason_code'],
  'activity.resolved': ['state', 'activity_ids', 'report_id'],
  'claim.made': ['customer_id', 'reward_id', 'points'],
  'claim.refunded': ['customer_id', 'reward_id', 'points'],
  'claim.fulfilled': ['customer_id', 'reward_id'],
  'claim.revealed': ['customer_id', 'reward_id', 'renewed'],
  'order.corrected': ['customer_id', 'fields'],
  'tier.set': ['tier_key'],
  'tier.unset': ['tier_key', 'to_tier_key'],
  'webhook.created': ['topic'],
  'webhook.deleted': ['topic'],
  'webhook.rotated': [],
  'webhook.disabled': ['reason'],
  'webhook.enabled': ['topic'],
  'webhook.replayed': ['webhook_id', 'topic', 'deliveries'],
  'import.started': ['approved_by'],
  'import.finished': ['created', 'changed', 'unchanged', 'refused', 'points'],
  'import.reverted': ['customers', 'kept'],
  'month.closed': ['month', 'transaction_id'],
  'operator.invited': ['role', 'is_admin', 'by_groups', 'new_link'],
  'operator.joined': ['credential'],
  'operator.reset': [],
  'operator.revoked': ['role', 'is_admin', 'by_groups'],
  'operator.signed_in': ['credential', 'failures_before'],
  'operator.signed_out': [],
  'operator.session_revoked': ['session_id'],
  'operator.credential_added': ['credential'],
  'operator.credential_removed': ['credential'],
  'ledger.check_ordered': [],
  'export.made': ['what', 'format', 'since_id', 'last_id', 'rows'],
} as const satisfies Record<string, readonly string[]>;

export type AuditAction = keyof typeof AUDIT_DETAILS;

/** A member that the details of some action may have. */
export type AuditDetail = (typeof AUDIT_DETAILS)[AuditAction][number];

export const AUDIT_ACTIONS = Object.keys(AUDIT_DETAILS) as AuditAction[];

/**
 * Values are numbers, ids, keys of the program file, names of fields and of files. Never a secret, a code, or anything
 * that identifies a customer.
 */
export type AuditDetails<A extends AuditAction> = Partial<Record<(typeof AUDIT_DETAILS)[A][number], unknown>>;

export const AUDIT_SUBJECTS = [
  'program',
  'draft',
  'key',
  'app',
  'customer',
  'activity',
  'order',
  'claimed_reward',
  'reward',
  'webhook',
  'webhook_delivery',
  'import',
  'operator',
  'ledger',
] as const;

/**
 * The subject of an audited action. `id` is the server's own id, never an id of another system, which may identify a
 * customer.
 */
export interface AuditSubject {
  kind: (typeof AUDIT_SUBJECTS)[number];
  id: number | string | null;
}

export interface AuditedDeed<A extends AuditAction = AuditAction> {
  program_id: number;
  actor: Actor;
  action: A;
  subject: AuditSubject;
  details?: AuditDetails<A>;
}
