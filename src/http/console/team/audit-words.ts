import type { AuditAction } from '../../../domain/audit/audit-action.ts';
import type { AuditEntry } from '../../../domain/listings/audit-store.ts';

/** Each kind of actor, as a group to choose. */
export const ACTOR_WORDS: Record<AuditEntry['actor_kind'], string> = {
  operator: 'People in the console',
  key: 'API keys',
  app: 'Apps',
  command: 'The command line',
  server: 'The server itself',
};

/** Each action in words. */
export const ACTION_WORDS: Record<AuditAction, string> = {
  'program.applied': 'Changed the program',
  'draft.created': 'Began a draft',
  'draft.saved': 'Saved a draft',
  'draft.deleted': 'Deleted a draft',
  'draft.published': 'Published a draft',
  'clock.advanced': 'Advanced the test clock',
  'codes.imported': 'Imported codes',
  'key.created': 'Made a key',
  'key.revoked': 'Revoked a key',
  'app.created': 'Registered an app',
  'app.approved': 'Approved an app',
  'app.rotated': 'Changed the secret of an app',
  'app.revoked': 'Revoked an app',
  'app.approval_revoked': 'Took back the approval of an app',
  'customer.updated': 'Changed a customer',
  'customer.blocked': 'Blocked a customer',
  'customer.unblocked': 'Unblocked a customer',
  'customer.merged': 'Merged customers',
  'customer.erased': 'Erased a customer',
  'request.made': 'Asked a colleague for a deed',
  'request.approved': 'Approved a request',
  'request.declined': 'Declined a request',
  'note.added': 'Wrote a note',
  'note.deleted': 'Deleted a note',
  'points.added': 'Added points',
  'points.removed': 'Removed points',
  'activity.resolved': 'Decided on an activity',
  'claim.made': 'Claimed a reward for a customer',
  'claim.refunded': 'Gave a reward back',
  'claim.fulfilled': 'Fulfilled a reward',
  'claim.revealed': 'Showed a code',
  'order.corrected': 'Corrected an order',
  'tier.set': 'Set a tier',
  'tier.unset': 'Ended a tier that was set',
  'webhook.created': 'Subscribed a webhook',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.rotated': 'Changed the secret of a webhook',
  'webhook.disabled': 'Switched a webhook off',
  'webhook.enabled': 'Switched a webhook on',
  'webhook.replayed': 'Sent a delivery again',
  'import.started': 'Began an import',
  'import.finished': 'Finished an import',
  'import.reverted': 'Reverted an import',
  'month.closed': 'Closed a month',
  'operator.invited': 'Gave somebody a role',
  'operator.joined': 'Joined',
  'operator.reset': 'Reset the credentials of somebody',
  'operator.revoked': 'Took a role away',
  'operator.signed_in': 'Signed in',
  'operator.signed_out': 'Signed out',
  'operator.session_revoked': 'Ended a session',
  'operator.credential_added': 'Added a credential',
  'operator.credential_removed': 'Removed a credential',
  'export.made': 'Exported',
};

/** Details are for a line; `program.applied` may name hundreds of changes. */
const LONGEST = 160;

/** The details of a deed: "points 50 · adjustment id 3". */
export function detailsText(details: object): string {
  const text = Object.entries(details)
    .filter(([name, value]) => value !== null && !(name === 'failures_before' && value === 0))
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${valueText(value)}`)
    .join(' · ');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value).map(valueText).join(' ');
}
