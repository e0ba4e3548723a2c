// Moves a program in a process of its own. It says each step that is done, and goes on when it gets a line.
import { createInterface } from 'node:readline';
import { moveProgram } from '../../src/db/move/move-program.ts';
import { verifyLedgerIn } from '../../src/domain/ledger/verify.ts';

const [key, source, target] = process.argv.slice(2);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function sayAndWait(step) {
  process.stdout.write(`${step}\n`);
  await lines.next();
}

await moveProgram({
  key,
  source: { ownerUrl: source },
  target: { ownerUrl: target, name: 'there' },
  onProgress() {},
  onStep: sayAndWait,
  async prove(copy, _source, program_id) {
    const { drifts } = await verifyLedgerIn(copy, { program_id });
    if (drifts.length > 0) throw new Error('the ledger does not add up');
  },
  async proveCustomers() {},
  async tell() {},
  async untilServersKnow() {},
});
process.exit(0);
