import { fileURLToPath } from 'node:url';

const SOURCE = new URL('../../../../src/http/browser/editor/main.js', import.meta.url);

/** The editor with all its libraries as one script for browsers. It needs the development packages. */
export async function bundleEditor(): Promise<string> {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({ input: fileURLToPath(SOURCE) });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return output[0].code;
}
