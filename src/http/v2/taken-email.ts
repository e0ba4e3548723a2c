import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { isEmailAddress } from '../../domain/customers/email-address.ts';
import { Nullable } from '../schema-helpers.ts';

/** The email in a shop's report. A wrong email does not refuse the report. Read it with `takenEmail`. */
export function ReportedEmail(notes: { description?: string } = {}) {
  const description = [
    notes.description,
    'A text that is no email address is ignored, and the `Warning` header of the answer says so.',
  ];
  return Nullable(Type.String({ ...notes, description: description.filter(Boolean).join(' ') }));
}

/** Adds a warning to an answer, after earlier ones. Code 299 is for other warnings (RFC 7234, 5.5). */
export function addWarning(reply: FastifyReply, text: string): void {
  const said = reply.getHeader('warning');
  reply.header('warning', [...(said === undefined ? [] : [said]), `299 - "${text}"`].join(', '));
}

/** The email of a report; null if it is invalid. If it is invalid, the answer's `Warning` header says so. */
export function takenEmail(reply: FastifyReply, email: string | null | undefined): string | null {
  if (email == null || isEmailAddress(email)) return email ?? null;
  addWarning(reply, 'customer_email is no email address; the rest was taken without it');
  return null;
}
