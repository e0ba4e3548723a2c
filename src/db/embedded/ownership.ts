import { chown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Gives a file that root wrote into an ordinary user's folder to that user, who may do the next start. */
export async function giveToOwner(path: string): Promise<void> {
  if (process.getuid!() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  if (uid !== 0) await chown(path, uid, gid);
}

export function describeOwner(folder: string, uid: number): string {
  return `${folder} belongs to another user (uid ${uid}; this is uid ${process.getuid!()}). Start as that user, or set DATA_DIR to a folder of your own.`;
}
