/** A path within a command that Postgres passes to a shell. A percent sign in the path must be doubled. */
export function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`;
}

/** A mark that says why nothing can be archived now. */
export const FAILING = 'failing';

/** A mark that says that this file is archived. Marks of an earlier run may belong to another cluster. */
export function markOf(run: string, name: string): string {
  return `${run}-${name}`;
}

/** A mark that says that nobody archives for this run any more. */
export function endedMark(run: string): string {
  return `${run}-ended`;
}

/** The longest time that Postgres waits for one file. It asks again later. */
const ARCHIVE_SECONDS = 60;
const RESTORE_SECONDS = 600;

/** An exit code above 125 also ends Postgres's archiver at once; otherwise it would ask twice more. */
const NOBODY_ARCHIVES = 255;

/**
 * The command with which Postgres asks whether a file is archived. It waits until this server's process, with this pid,
 * has written so in a folder of marks. While this process cannot archive, the command fails at once, and Postgres keeps
 * the file. So no program starts for a segment, and Postgres's user needs neither the key nor rights in the folder of
 * backups. The command does not wait for a process that has ended: otherwise Postgres and the lock of its folder would
 * stay until the command gives up.
 */
export function archiveCommand(marks: string, run: string, pid: number): string {
  const isThere = (mark: string) => `[ -e ${quoted(`${marks}/`)}${mark} ]`;
  return waitFor(
    ARCHIVE_SECONDS,
    10,
    [
      `${isThere(markOf(run, '%f'))} && exit 0`,
      `${isThere(FAILING)} && exit 1`,
      `${isThere(endedMark(run))} && exit ${NOBODY_ARCHIVES}`,
      // Some machines show a user no process of other users, or have no such folder.
      `[ -e /proc/1 ] && [ ! -e /proc/${pid} ] && exit ${NOBODY_ARCHIVES}`,
    ],
    1,
  );
}

/**
 * The command with which Postgres asks for an archived file. It leaves a request and waits for the file, or for the
 * answer that there is none (1), or that it is damaged (255, which ends the recovery).
 */
export function restoreCommand(exchange: string): string {
  const file = `${quoted(`${exchange}/`)}%f`;
  return `touch ${file}.want; ${waitFor(
    RESTORE_SECONDS,
    20,
    [
      `[ -e ${file}.have ] && { mv ${file}.have "%p"; exit; }`,
      `[ -e ${file}.none ] && exit 1`,
      `[ -e ${file}.bad ] && exit 255`,
    ],
    255,
  )}`;
}

function waitFor(seconds: number, looksASecond: number, looks: readonly string[], otherwise: number): string {
  const looking = looks.map((look) => `${look};`).join(' ');
  return `i=0; while [ $i -lt ${seconds * looksASecond} ]; do ${looking} i=$((i+1)); sleep ${1 / looksASecond}; done; exit ${otherwise}`;
}
