/** A path within a command that Postgres hands to a shell; a percent sign of its own stands twice there. */
export function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`;
}

/** Postgres waits at most so long for one file. It asks again later. */
const ARCHIVE_SECONDS = 60;
const RESTORE_SECONDS = 600;

/**
 * The command by which Postgres asks whether a file is archived: it waits until our process has said so, in a folder of
 * marks. It fails at once while our process cannot archive, and Postgres keeps the file. So no program starts for a
 * segment, and Postgres's user needs neither the key nor rights in the folder of backups.
 */
export function archiveCommand(marks: string): string {
  const mark = `${quoted(`${marks}/`)}%f`;
  return waitFor(
    ARCHIVE_SECONDS,
    10,
    [`[ -e ${mark} ] && exit 0`, `[ -e ${quoted(`${marks}/failing`)} ] && exit 1`],
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
