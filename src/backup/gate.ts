/** A path within a command that Postgres hands to a shell; a percent sign of its own stands twice there. */
export function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`;
}

/** In the folder of marks: why nothing can be archived now. */
export const FAILING = 'failing';

/** In the folder of marks: this file is archived. Marks of an earlier run may be of another cluster. */
export function markOf(run: string, name: string): string {
  return `${run}-${name}`;
}

/** In the folder of marks: nobody archives for this run any more. */
export function endedMark(run: string): string {
  return `${run}-ended`;
}

/** Postgres waits at most so long for one file. It asks again later. */
const ARCHIVE_SECONDS = 60;
const RESTORE_SECONDS = 600;

/** Above 125: Postgres's archiver ends at once too, instead of asking twice more. */
const NOBODY_ARCHIVES = 255;

/**
 * The command by which Postgres asks whether a file is archived: it waits until our process, of this pid, has said so in
 * a folder of marks. It fails at once while our process cannot archive, and Postgres keeps the file. So no program starts
 * for a segment, and Postgres's user needs neither the key nor rights in the folder of backups. It does not wait for a
 * process that is gone: Postgres, and the lock of its folder, would stay until it had waited.
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
      // Some machines show a user no process of another one, or have no such folder.
      `[ -e /proc/1 ] && [ ! -e /proc/${pid} ] && exit ${NOBODY_ARCHIVES}`,
    ],
    1,
  );
}

/**
 * The command by which Postgres asks for an archived file: it leaves a wish and waits for the file, or for the word that
 * there is none (1), or that it is damaged (255, which ends the recovery).
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
