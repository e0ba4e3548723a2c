// A process that uses the embedded Postgres of DATA_DIR. It prints one line about it and ends on a signal. It is bundled
// first, which loads faster than the sources.
import { startOrJoinEmbedded } from '../../src/db/embedded/start-or-join.ts';

const [dataDir, lifetime, launcher = '{}'] = process.argv.slice(2);
const logger = { info() {}, warn() {}, error: console.error };
const postgres = await startOrJoinEmbedded({ dataDir, lifetime, logger, launcher: JSON.parse(launcher) });
const { owned, serverUrl, ownerUrl, superuserUrl } = postgres;
// This comes before it prints: the reader of the line may end it at once.
process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify({ owned, serverUrl, ownerUrl, superuserUrl })}\n`);
