import { DomainError, type DomainErrorCode } from '../../../domain/core/errors.ts';
import { ProgramChangeRefused } from '../../../domain/programs/program-change-refused.ts';
import { type Mistake, ProgramFileError } from '../../../program-file/mistakes.ts';

/** Refusals whose remedy is on the same screen. */
const MENDED_HERE: readonly DomainErrorCode[] = [
  'approval_required',
  'draft_conflicts',
  'draft_moved',
  'program_version_moved',
  'too_many_drafts',
];

/** A sentence of a refusal, with its place in the file if it has one. */
export interface Complaint {
  /** The line and the column: "12:5". */
  at?: string;
  path: string;
  message: string;
  /** The text of the file's line. */
  line?: string;
}

/** A mistake, with its line of the text. */
export function complaintOf({ line, column, path, message }: Mistake, text?: string): Complaint {
  const written = text?.split('\n')[line - 1]?.trim();
  return { at: `${line}:${column}`, path, message, ...(written && { line: written.slice(0, 120) }) };
}

/** The reasons why a change of the program is refused. Rethrows any other error. */
export function complaintsAbout(error: unknown): Complaint[] {
  if (error instanceof ProgramFileError) {
    return error.mistakes.map((mistake) => complaintOf(mistake));
  }
  if (error instanceof ProgramChangeRefused) {
    return error.refusals.map(({ entry, property, message }) => ({
      path: entry ? `${entry.kind} ${entry.key}: ${property}` : property,
      message,
    }));
  }
  if (error instanceof DomainError && MENDED_HERE.includes(error.code)) {
    return [{ path: '', message: error.message }];
  }
  throw error;
}
