import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages that only sources and tests load, of hundreds of modules each: Node would open them one by one in each worker. */
const PACKAGES = ['kysely', '@sinclair/typebox', 'd3-array'];

/** A package as one module. */
export interface PackageModule {
  name: string;
  /** Where it is installed. */
  folder: string;
  place: string;
  /** Its `package.json`: another version is another text. */
  manifest: string;
}

/** Those of a checkout, whose modules lie in `folder`. A package that is not installed there is left out. */
export function packageModules(root: string, folder: string): PackageModule[] {
  return PACKAGES.flatMap((name) => {
    const installed = join(root, 'node_modules', name);
    const described = join(installed, 'package.json');
    if (!existsSync(described)) return [];
    const place = join(folder, 'packages', `${name.replace('/', '+')}.js`);
    return [{ name, folder: installed, place, manifest: readFileSync(described, 'utf8') }];
  });
}

export async function joinPackage({ name, folder }: PackageModule): Promise<string> {
  // Few runs have a package to join, and all would load the bundler.
  const { build } = await import('rolldown');
  const { output } = await build({
    input: name,
    cwd: folder,
    platform: 'node',
    write: false,
    logLevel: 'silent',
  });
  return output[0].code;
}

/** The compiled code, which imports each of the packages as one module. */
export function importJoined(code: string, packages: readonly PackageModule[]): string {
  const places = new Map(packages.map(({ name, place }) => [name, place]));
  return code.replaceAll(
    /^((?:import|export) .* from )"([^".]+)";$/gm,
    (line, start: string, name: string) => {
      const place = places.get(name);
      return place === undefined ? line : `${start}${JSON.stringify(place)};`;
    },
  );
}
