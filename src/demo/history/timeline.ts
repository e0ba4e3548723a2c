/** One thing to do at a moment. */
export interface Happening {
  /** The moment in ms. */
  at: number;
  /**
   * The things that it touches: it waits for all earlier happenings that touch one of them. `everything`: it waits for
   * all earlier happenings, and all later ones wait for it.
   */
  touches: readonly string[] | 'everything';
  happen: (at: number) => Promise<void>;
}

/**
 * Runs happenings in the order of time, at most `lanes` at once. Two happenings that touch the same thing never run at
 * once or in another order, so the results do not depend on their speed. Throws the first error, after the running
 * happenings have ended.
 */
export async function happenInOrder(happenings: readonly Happening[], lanes: number): Promise<void> {
  const last = new Map<string, Promise<void>>();
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;
  for (const { at, touches, happen } of happenings) {
    if (touches === 'everything') await Promise.all(running);
    while (running.size >= lanes) await Promise.race(running);
    if (failure) break;
    const earlier = touches === 'everything' ? [] : touches.flatMap((name) => last.get(name) ?? []);
    const done: Promise<void> = Promise.all(earlier)
      .then(() => (failure ? undefined : happen(at)))
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => running.delete(done));
    running.add(done);
    if (touches === 'everything') await done;
    else for (const name of touches) last.set(name, done);
  }
  await Promise.all(running);
  if (failure) throw failure.error;
}
