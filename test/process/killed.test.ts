import { it } from 'vitest';
import { nothingIsLost, serverUnderLoad } from '../support/server-under-load.ts';

const KILLS = 20;
const world = serverUnderLoad();

// Starts take their time on a busy machine, and there are many.
it(`the server is killed ${KILLS} times under load`, { timeout: 300_000 }, async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    await world.progress();
    const next = world.server.end('SIGKILL').then(() => world.start());
    world.load.moveTo(next);
    await next;
  }
  await world.progress();
  await world.load.stop();
});

nothingIsLost(world, KILLS);
