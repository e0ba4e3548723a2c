import { mkdir, writeFile } from 'node:fs/promises';
import { bundleEditor } from './bundle-editor.ts';

// The last step of a build: beside this file the server finds the script that it sends.
await mkdir(new URL('.', import.meta.url), { recursive: true });
await writeFile(new URL('editor.bundle.js', import.meta.url), await bundleEditor());
