import v8 from 'node:v8';

/**
 * Keeps the space of new objects at its present size. V8 enlarges it when most new objects survive, as at the start of
 * a server, and rarely makes it smaller again. Otherwise an idle server would keep 20 MB that it does not need.
 */
export function holdNewSpace(): void {
  v8.setFlagsFromString('--semi-space-growth-factor=1');
}

/** Lets the space grow as usual, for example under load. */
export function releaseNewSpace(): void {
  v8.setFlagsFromString('--semi-space-growth-factor=2');
}

/**
 * Makes V8 collect old objects when they have grown by half. Its default may wait until they are four times as large:
 * then the garbage of requests under load would be most of a server's memory.
 */
export function boundGarbage(): void {
  v8.setFlagsFromString('--heap-growing-percent=50');
}

/** The bytes that programs may take: a quarter of the heap limit of the process. */
export function memoryForPrograms(): number {
  return Math.floor(v8.getHeapStatistics().heap_size_limit / 4);
}
