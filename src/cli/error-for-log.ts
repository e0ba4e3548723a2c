/** Fields that say what failed and contain no data. All other fields of an error are left out. */
const FIELDS = ['code', 'table', 'column', 'constraint', 'routine', 'syscall', 'address', 'port'] as const;

/** Postgres quotes at most names of its objects in messages of these classes of errors. */
const QUOTES_NAMES_ONLY = /^(08|23|25|28|3D|3F|40|42(?!601)|53|54|55|57|58|XX)/;

/** Messages with these codes quote the wrong value: errors of Node about arguments, and of the reader of csv. */
const QUOTES_VALUES = /^(ERR_INVALID_|CSV_)/;

const DEEPEST = 5;

/**
 * An error in the form for the log, with its causes. Errors quote data of customers, secrets and addresses with
 * passwords: Postgres in the message, in `detail`, `where` and `internalQuery`, and libraries in fields of their own. So
 * only known fields are written, and messages that may quote a value are left out.
 */
export function errorForLog(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const fields = error as unknown as Record<string, unknown>;
  const message = safeMessage(error, fields.code);
  const causes = error instanceof AggregateError ? error.errors : [];
  return {
    type: error.name,
    message,
    stack: [`${error.name}: ${message}`, ...framesOf(error)].join('\n'),
    ...Object.fromEntries(
      FIELDS.filter((name) => ['string', 'number'].includes(typeof fields[name])).map((name) => [
        name,
        fields[name],
      ]),
    ),
    ...(depth < DEEPEST && {
      ...(error.cause instanceof Error && { cause: errorForLog(error.cause, depth + 1) }),
      ...(causes.length > 0 && { errors: causes.map((one: unknown) => errorForLog(one, depth + 1)) }),
    }),
  };
}

function safeMessage(error: Error, code: unknown): string {
  const text = String(code);
  const quotes =
    'severity' in error
      ? !QUOTES_NAMES_ONLY.test(text)
      : error instanceof SyntaxError || QUOTES_VALUES.test(text);
  return quotes ? 'the message is left out, because it may quote data' : error.message;
}

/** The lines of the stack after the message, which may have several lines. */
function framesOf({ stack = '', message }: Error): string[] {
  const at = stack.indexOf(message);
  const rest = at < 0 ? stack : stack.slice(at + message.length);
  return rest.split('\n').filter((line) => /^\s+at /.test(line));
}
