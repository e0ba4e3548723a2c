import { readFile } from 'node:fs/promises';
import { type Asset, asset } from '../assets.ts';

let made: Promise<Asset | undefined> | undefined;

/**
 * The script of the editor, loaded when somebody edits a file. undefined: it was not bundled, and the text field is
 * used.
 */
export function editorAsset(): Promise<Asset | undefined> {
  made ??= readBundle().then(
    (text) => asset('editor', text, 'js', 'text/javascript; charset=utf-8'),
    () => undefined,
  );
  return made;
}

/** The bundle from the build. A server that runs from its sources bundles it now. */
async function readBundle(): Promise<string> {
  try {
    return await readFile(new URL('editor.bundle.js', import.meta.url), 'utf8');
  } catch {
    const { bundleEditor } = await import('./bundle-editor.ts');
    return bundleEditor();
  }
}
