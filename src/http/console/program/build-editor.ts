import { mkdir, writeFile } from 'node:fs/promises';
import { bundleEditor } from './bundle-editor.ts';

// The last step of a build. The server expects the script beside this file.
await mkdir(new URL('.', import.meta.url), { recursive: true });
await writeFile(new URL('editor.bundle.js', import.meta.url), await bundleEditor());
