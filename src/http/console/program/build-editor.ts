import { writeFileSync } from 'node:fs';
import { bundleEditor } from './bundle-editor.ts';

// The last step of a build: beside this file the server finds the script that it sends.
writeFileSync(new URL('editor.bundle.js', import.meta.url), await bundleEditor());
