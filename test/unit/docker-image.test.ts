import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

/** Files of the sources that what was built reads as they are, by their paths from the top. */
function readAsTheyAre(): string[] {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join('src', name));
  const named = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/new URL\('(\.\.[^']*\/src\/[^']+)', import\.meta\.url\)/g)].map(
      ([, path]) => normalize(join(dirname(file), path!)),
    ),
  );
  const { theme } = parse(readFileSync('src/demo/program.yaml', 'utf8')) as { theme: { logo: string } };
  return [...named, join('src/demo', theme.logo)];
}

it('an image holds every file that is read as it is', () => {
  const copied = [...readFileSync('Dockerfile', 'utf8').matchAll(/^COPY --from=build (.+) (\S+)$/gm)].flatMap(
    ([, sources, target]) =>
      sources!.split(' ').map((source) => (target!.endsWith('/') ? `${target}${basename(source)}` : target!)),
  );
  const needed = readAsTheyAre();
  expect(needed).toContain('src/http/page/embed.js');
  expect(needed.filter((file) => !copied.includes(file))).toEqual([]);
});
