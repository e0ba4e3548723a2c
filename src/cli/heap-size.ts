import v8 from 'node:v8';

/**
 * Keeps the space of new objects as small as it is. V8 makes it greater while most of it survives, as what a server
 * loads at its start does, and hardly ever smaller again: a server at rest would keep 20 MB for nothing.
 */
export function holdNewSpace(): void {
  v8.setFlagsFromString('--semi-space-growth-factor=1');
}

/** Lets the space grow as ever, as it does under load. */
export function releaseNewSpace(): void {
  v8.setFlagsFromString('--semi-space-growth-factor=2');
}

/**
 * Lets old objects grow by half until V8 looks for garbage among them. By itself it may wait until they are four times
 * as many: what requests under load leave behind would be most of a server's memory.
 */
export function boundGarbage(): void {
  v8.setFlagsFromString('--heap-growing-percent=50');
}

/** How many bytes programs may take: a quarter of what V8 lets the process have. */
export function memoryForPrograms(): number {
  return Math.floor(v8.getHeapStatistics().heap_size_limit / 4);
}
