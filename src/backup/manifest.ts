import { createHash } from 'node:crypto';
import { DamagedFile } from './backup-error.ts';
import type { Unpacked } from './unpack.ts';

interface Manifest {
  Files: {
    Path?: string;
    'Encoded-Path'?: string;
    Size: number;
    'Checksum-Algorithm'?: string;
    Checksum?: string;
  }[];
}

/** Compares the unpacked files with the list that Postgres made while it read them. Throws if they differ. */
export function requireManifest(manifest: Buffer, unpacked: readonly Unpacked[], place: string): void {
  const files = new Map(unpacked.map((file) => [file.path, file]));
  for (const listed of readManifest(manifest, place).Files) {
    const path = listed.Path ?? Buffer.from(listed['Encoded-Path']!, 'hex').toString();
    const file = files.get(path);
    files.delete(path);
    if (!file) throw new DamagedFile(place, `${path} is missing`);
    if (file.bytes !== listed.Size || file.sha256 !== listed.Checksum)
      throw new DamagedFile(place, `${path} is not as Postgres read it`);
  }
  const [foreign] = files.keys();
  if (foreign !== undefined) throw new DamagedFile(place, `${foreign} is not in the list of Postgres`);
}

/** The last line of the list is the digest of all lines before it. */
function readManifest(manifest: Buffer, place: string): Manifest {
  const end = manifest.lastIndexOf('"Manifest-Checksum"');
  const digest = createHash('sha256').update(manifest.subarray(0, end)).digest('hex');
  if (end < 0 || !manifest.subarray(end).includes(digest))
    throw new DamagedFile(place, 'the list of its files was changed');
  return JSON.parse(manifest.toString()) as Manifest;
}
