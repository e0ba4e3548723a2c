import { spawn } from 'node:child_process';

/** Runs a tool to its end and returns what it wrote to stdout. Throws with its words when it fails. */
export async function runTool(
  command: string,
  words: string[],
  options: { input?: string; discardOutput?: boolean } = {},
): Promise<string> {
  const child = spawn(command, words, { stdio: ['pipe', options.discardOutput ? 'ignore' : 'pipe', 'pipe'] });
  let output = '';
  let complaints = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  child.stdin!.end(options.input ?? '');
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status !== 0) throw new Error(`${command} failed with status ${status}:\n${complaints}${output}`);
  return output;
}
