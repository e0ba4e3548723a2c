import { startOrJoinEmbedded } from '../../src/db/embedded/start-or-join.ts';

/** A process that uses the embedded Postgres of DATA_DIR. It prints one line about it and ends on a signal. */
const [dataDir, lifetime, ...choice] = process.argv.slice(2);
const silent = { info() {}, warn() {}, error: console.error };
const postgres = await startOrJoinEmbedded({
  dataDir: dataDir!,
  lifetime: lifetime as 'command' | 'server',
  logger: silent,
  launcher: JSON.parse(choice[0] ?? '{}'),
});
const { owned, serverUrl, ownerUrl, superuserUrl } = postgres;
// This comes before it prints: the reader of the line may end it at once.
process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify({ owned, serverUrl, ownerUrl, superuserUrl })}\n`);
