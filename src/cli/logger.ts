import { type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import type { Config } from '../config.ts';
import { errorForLog } from './error-for-log.ts';
import type { Output } from './shell.ts';

/**
 * The most bytes that wait while the reader of the log does not read. Further lines are dropped, so that requests need
 * not wait.
 */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * JSON lines for machines, to stdout; or plain text without colours, for the people who read `people`. JSON lines are
 * written asynchronously. The last lines are written before the process exits, if they can be written. `more`: fields
 * that each line gets.
 */
export function makeLogger(level: Config['log_level'], people?: Output, more?: () => object): Logger {
  const settings = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: errorForLog },
    ...(more && { mixin: mixinOf(more) }),
  };
  return pino(settings, people ? { write: (line: string) => people.write(asText(line)) } : standardOutput());
}

/**
 * If the log's disk is full, the server goes on: each new line tries again to write the waiting lines. At the end of
 * the process, waiting lines are dropped if the last write failed: a flush would repeat the write until there is room.
 */
function standardOutput(): ReturnType<typeof pino.destination> {
  const output = pino.destination({ dest: 1, sync: false, maxLength: MAX_WAITING_BYTES });
  let fails = false;
  output.on('write', () => {
    fails = false;
  });
  output.on('error', () => {
    fails = true;
  });
  const flush = output.flushSync.bind(output);
  output.flushSync = () => {
    if (!fails) flush();
  };
  return output;
}

/** The logger of a request already has the fields of its trace. */
function mixinOf(more: () => object): LoggerOptions['mixin'] {
  return (_line, _level, logger) => ('trace_id' in logger.bindings() ? {} : more());
}

interface LogLine {
  level: number;
  time: string;
  msg?: string;
  err?: { stack?: string };
}

const LEVELS: Record<number, string> = { 40: 'warning: ', 50: 'error: ', 60: 'fatal: ' };

/** `12:30:05 warning: what happened (name=value …)`, with the stack of an error below it. */
function asText(line: string): string {
  const { level, time, msg = '', err, ...rest } = JSON.parse(line) as LogLine & Record<string, unknown>;
  const details = Object.entries(rest)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`);
  const text = `${time.slice(11, 19)} ${LEVELS[level] ?? ''}${msg}`;
  return `${text}${details.length > 0 ? ` (${details.join(' ')})` : ''}${err?.stack ? `\n${err.stack}` : ''}\n`;
}
