import type { Output } from './shell.ts';

/**
 * Prints the progress of `what` on stderr. On a terminal it is one line that is overwritten; elsewhere it is one line
 * for each tenth.
 */
export function progressPrinter(stderr: Output, what: string): (done: number, of: number) => void {
  return printerOf(stderr, what, () => '');
}

/** Prints progress with the rate and the remaining time, measured from the first call. */
export function ratedProgressPrinter(stderr: Output, what: string): (done: number, of: number) => void {
  let begun: { at: number; done: number } | undefined;
  return printerOf(stderr, what, (done, of) => {
    begun ??= { at: performance.now(), done };
    const seconds = (performance.now() - begun.at) / 1000;
    const rate = (done - begun.done) / seconds;
    if (!(rate > 0) || !Number.isFinite(rate)) return '';
    return `, ${Math.round(rate)} a second, ${timeLeft((of - done) / rate)} left`;
  });
}

function timeLeft(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 120 ? `${whole} s` : `${Math.ceil(whole / 60)} min`;
}

function printerOf(
  stderr: Output,
  what: string,
  rate: (done: number, of: number) => string,
): (done: number, of: number) => void {
  let tenths = 0;
  let shown = 0;
  return (done, of) => {
    const line = `${done} of ${of} ${what}${rate(done, of)}`;
    if (stderr.isTTY) {
      stderr.write(`\r${line.padEnd(shown)}${done === of ? '\n' : ''}`);
      shown = line.length;
      return;
    }
    const reached = of === 0 ? 10 : Math.floor((done / of) * 10);
    if (reached > tenths) stderr.write(`${line}\n`);
    tenths = reached;
  };
}
