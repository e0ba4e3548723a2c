import { BackupError } from '../backup/backup-error.ts';
import { ConfigError } from '../config.ts';
import { isDiskFault } from '../db/connection-errors.ts';
import { CopyError } from '../db/copy/copy-error.ts';
import { SecretKeyError } from '../db/data-keys.ts';
import { EmbeddedPostgresError } from '../db/embedded/embedded-error.ts';
import { SchemaMismatch } from '../db/schema-mismatch.ts';
import { isUnavailable } from '../domain/core/database-errors.ts';
import { DomainError } from '../domain/core/errors.ts';
import { ProgramFileError } from '../program-file/mistakes.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { isOutputFault } from './output-faults.ts';
import type { Shell } from './shell.ts';

const UNREACHED = 'The database cannot be reached';
const DISK_FAULT = 'The database cannot read or write its files';

/** The result of a command: text for people, one JSON document for scripts. */
export interface Outcome {
  exit_code: ExitCode;
  /** null: the command has written its whole output to stdout. */
  text: string | null;
  json: object;
}

/** A command's own refusal, with its exit code. */
export class CommandError extends Error {
  constructor(
    readonly exit_code: ExitCode,
    message: string,
  ) {
    super(message);
    this.name = 'CommandError';
  }
}

/** Runs a command. Prints its result to stdout, or its failure to stderr. Sets the exit code. */
export async function report(
  shell: Shell,
  options: { json?: boolean },
  command: () => Promise<Outcome>,
): Promise<void> {
  try {
    const { exit_code, text, json } = await command();
    if (text !== null) shell.stdout.write(`${options.json ? JSON.stringify(json) : text}\n`);
    shell.exitCode = exit_code;
  } catch (error) {
    if (isOutputFault(error)) {
      shell.exitCode = EXIT.failed;
      return;
    }
    const failure = describeFailure(error);
    shell.stderr.write(`${options.json ? JSON.stringify({ error: failure.json }) : failure.text}\n`);
    shell.exitCode = failure.exit_code;
  }
}

/** The outcome of a command that threw this error. */
export function describeFailure(error: unknown): Outcome {
  const message = messageOf(error);
  const failure = (exit_code: ExitCode, code: string, more: object = {}): Outcome => ({
    exit_code,
    text: message,
    json: { code, message, ...more },
  });
  if (error instanceof ConfigError) {
    return failure(EXIT.usage, 'invalid_configuration', { complaints: error.complaints });
  }
  if (error instanceof SecretKeyError) return failure(EXIT.usage, 'secret_key_mismatch');
  if (error instanceof CopyError) return failure(EXIT.failed, 'refused');
  if (error instanceof CommandError) return failure(error.exit_code, 'refused');
  if (error instanceof ProgramFileError) {
    return failure(EXIT.failed, 'invalid_program_file', { mistakes: error.mistakes });
  }
  if (error instanceof EmbeddedPostgresError) return failure(EXIT.unavailable, 'unavailable');
  if (error instanceof BackupError) return failure(EXIT.failed, 'backup_failed');
  if (error instanceof SchemaMismatch) return failure(EXIT.failed, 'schema_mismatch');
  if (isUnavailable(error)) {
    return {
      ...failure(EXIT.unavailable, 'unavailable'),
      text: `${isDiskFault(error) ? DISK_FAULT : UNREACHED}: ${message}`,
    };
  }
  if (error instanceof DomainError) {
    return failure(error.code === 'unavailable' ? EXIT.unavailable : EXIT.failed, error.code);
  }
  const stack = error instanceof Error ? error.stack : undefined;
  return { ...failure(EXIT.failed, 'failed'), text: stack ?? message };
}

/** The message of an error. If a host name has several addresses, Node's connection error itself has no message. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map((one: Error) => one.message).join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}
