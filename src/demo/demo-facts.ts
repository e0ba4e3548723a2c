import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** The facts in demo.json, for people and scripts. */
export interface DemoFacts {
  base_url: string;
  site_id: number;
  /** The key has every scope. */
  api_key: string;
  customer: { id: number; merchant_id: string };
  /** One rule of each kind, by kind. */
  rules: Record<string, number>;
  /**
   * One reward of each kind that the demo customer can redeem, by kind, with the other fields that its redemption
   * needs.
   */
  rewards: Record<string, { id: number; variant_id?: string; discount_amount?: number }>;
}

function fileOf(dataDir: string): string {
  return path.join(dataDir, 'demo.json');
}

/** The facts that an earlier start wrote; undefined if none can be read. */
export async function findDemoFacts(dataDir: string): Promise<DemoFacts | undefined> {
  try {
    const facts = JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as Partial<DemoFacts> | null;
    return typeof facts?.api_key === 'string' ? (facts as DemoFacts) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes demo.json so that only its owner can read it. A reader sees the old file or the new one, never a part. */
export async function writeDemoFacts(dataDir: string, facts: DemoFacts): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const temporary = `${fileOf(dataDir)}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(facts, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, fileOf(dataDir));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
