// npm start, npm test and the other scripts run this file first. It installs and builds when needed. Then it becomes
// the requested program in this same process, so that signals reach it. It is plain JavaScript without a dependency.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const at = (...path) => join(ROOT, ...path);

/** The modes that a script can ask for. All but `build` end in another program's main file. */
const MODES = {
  start: () => run(at('dist/main.js'), ['serve']),
  run: () => run(at('dist/main.js'), []),
  // Words may name files of any project.
  test: () =>
    vitest('vitest.config.ts', args.some((word) => !word.startsWith('-')) ? [] : ['--project', '!process']),
  'test:process': () => vitest('vitest.config.ts', ['--project', 'process']),
  'test:page': () => vitest('test/page/vitest.config.ts'),
  'test:citus': () => vitest('test/citus/vitest.config.ts'),
  bench: () => runBundled('test/bench/main.ts'),
  build: () => {},
};

function vitest(config, projects = []) {
  return run(at('node_modules/vitest/vitest.mjs'), ['run', '--config', at(config), ...projects]);
}

const [mode, ...args] = process.argv.slice(2);

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Whether the installed packages are those of the lock file. A date would not show it after a clone or a checkout. */
function isInstalled() {
  if (!existsSync(at('node_modules/.package-lock.json'))) return false;
  const installed = JSON.parse(readFileSync(at('node_modules/.package-lock.json'), 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    if (!found) return entry.optional === true; // A package for another platform.
    return found.version === entry.version && found.integrity === entry.integrity && existsSync(at(path));
  });
}

function install() {
  process.stderr.write('Installing the packages of package-lock.json …\n');
  const flags = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  // The npm that runs this script, or the npm on the PATH. Its output goes to stderr: stdout belongs to the command.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const { status, error } = spawnSync(npm[0], [...npm.slice(1), ...flags], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) fail(`npm ci failed${error ? `: ${error.message}` : ''}; see above.`);
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** A hash of the names and contents of everything that a build reads. */
function sourceHash() {
  const hash = createHash('sha256');
  const files = [...filesIn(at('src')), at('tsconfig.json'), at('package-lock.json')];
  for (const file of files)
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

/** The lines of dist/.built: the hash of the sources, then each part of that build. Empty if nothing was built. */
function builtLines() {
  return existsSync(at('dist/.built')) ? readFileSync(at('dist/.built'), 'utf8').split('\n') : [];
}

function isBuilt(hash) {
  return builtLines()[0] === hash;
}

/**
 * A running server still loads parts of its own build. Their names contain hashes. So a new build keeps the parts of
 * the build before it, and of no earlier build.
 */
function keepFormer(fresh) {
  for (const file of builtLines().slice(1)) {
    const [from, to] = [at('dist', file), join(fresh, file)];
    if (existsSync(from) && !existsSync(to)) copyFileSync(from, to);
  }
}

/** Bundles the server, or these files, into a folder. Returns false if that failed; stderr has the reason. */
function bundle(folder, ...files) {
  const words = [at('src/bundle.mjs'), folder, ...files];
  return spawnSync(process.execPath, words, { cwd: ROOT, stdio: ['ignore', 2, 2] }).status === 0;
}

/** Builds beside dist. Only a build that succeeded replaces dist. Types are checked by npm run check. */
function build(hash) {
  process.stderr.write('Building …\n');
  const fresh = at('dist.new');
  rmSync(fresh, { recursive: true, force: true });
  if (!bundle(fresh)) {
    rmSync(fresh, { recursive: true, force: true });
    fail('The build failed; see above.');
  }
  const parts = readdirSync(fresh);
  // Without this script the editor of program files is a plain text field. The server can start without it.
  const editor = join(fresh, 'build-editor.js');
  if (spawnSync(process.execPath, [editor], { cwd: ROOT, stdio: ['ignore', 2, 2] }).status !== 0)
    process.stderr.write('The editor of program files was not built; a plain text field serves.\n');
  keepFormer(fresh);
  writeFileSync(join(fresh, '.built'), [hash, ...parts].join('\n'));
  // Two renames are faster than a removal: while dist is missing, no running server can load a part.
  const former = at('dist.old');
  rmSync(former, { recursive: true, force: true });
  if (existsSync(at('dist'))) renameSync(at('dist'), former);
  renameSync(fresh, at('dist'));
  rmSync(former, { recursive: true, force: true });
}

const LOCK = at('.boot.lock');
const ABANDONED_AFTER_MS = 600_000;
const UNSIGNED_AFTER_MS = 5_000;

/** Whether the process that held the lock died. Its pid is written a moment after the file is made. */
function isAbandoned() {
  try {
    const age_ms = Date.now() - statSync(LOCK).mtimeMs;
    const holder = Number(readFileSync(LOCK, 'utf8'));
    if (holder === 0) return age_ms > UNSIGNED_AFTER_MS;
    process.kill(holder, 0);
    return age_ms > ABANDONED_AFTER_MS;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Runs one process at a time: two starts of a fresh clone would install over each other. */
function locked(work) {
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned()) rmSync(LOCK, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  const unlock = () => rmSync(LOCK, { force: true });
  process.once('exit', unlock);
  work();
  unlock();
  process.off('exit', unlock);
}

function prepare() {
  try {
    if (!isInstalled()) locked(() => isInstalled() || install());
    const hash = sourceHash();
    if (!isBuilt(hash)) locked(() => isBuilt(hash) || build(hash));
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    fail(`Packages or the build are out of date, and this user may not write here: ${error.message}`);
  }
}

/** Runs a program's main file in this process, as if node had been started with it. */
async function run(file, words) {
  process.argv = [process.execPath, file, ...words, ...args];
  await import(pathToFileURL(file).href);
}

/**
 * Runs a file of the project, bundled as the server is: a bundle is faster than the sources. The bundle lies beside
 * dist, so it finds the same files as dist. If a run was killed, the tests remove its bundle.
 */
function runBundled(file) {
  const folder = mkdtempSync(at(`dist.process-${process.pid}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  if (!bundle(folder, file)) fail(`${file} could not be bundled; see above.`);
  return run(join(folder, `${basename(file, '.ts')}.js`), []);
}

const [major, minor] = process.versions.node.split('.').map(Number);
const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
if (!isSupported)
  fail(`loyaltyd needs Node 22.12 or newer, or 20 from 20.19 on; this is ${process.version}.`);
if (!Object.hasOwn(MODES, mode)) fail(`usage: node src/boot.mjs ${Object.keys(MODES).join('|')} [arguments]`);
prepare();
// The settings of this checkout. A variable that is already set wins. Tests have only the variables that they set
// themselves.
if ((mode === 'start' || mode === 'run') && existsSync(at('.env'))) process.loadEnvFile(at('.env'));
await MODES[mode]();
