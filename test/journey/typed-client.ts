import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The types that openapi-typescript makes of a document. */
export async function clientTypes(document: object): Promise<string> {
  return astToString(await openapiTypescript(JSON.stringify(document)));
}

/**
 * The compiler's complaints about files whose `#api` is the given types. There are none if every request and every
 * answer in the files is as the document says.
 */
export function complaintsOfCompiler(files: string[], types: string): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'loyaltyd-api-'));
  try {
    const api = path.join(folder, 'api.ts');
    writeFileSync(api, types);
    const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
    const roots = files.map((file) => path.join(ROOT, file));
    const program = ts.createProgram(roots, { ...options, paths: { '#api': [api] } });
    // Their imports are compiled with everything else; here they count only for their types.
    const complaints = roots.flatMap((root) => {
      const file = program.getSourceFile(root);
      return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    });
    return complaints.map((diagnostic) => {
      const { line = 0 } = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0) ?? {};
      const where = diagnostic.file ? `${path.basename(diagnostic.file.fileName)}:${line + 1} ` : '';
      return `${where}${ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')}`;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
