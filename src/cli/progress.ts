/** Tells of `what` on stderr: on a terminal one line that moves on, elsewhere a line for each tenth. */
export function progressPrinter(what: string): (done: number, of: number) => void {
  let tenths = 0;
  return (done, of) => {
    const line = `${done} of ${of} ${what}`;
    if (process.stderr.isTTY) {
      process.stderr.write(`\r${line}${done === of ? '\n' : ''}`);
      return;
    }
    const reached = of === 0 ? 10 : Math.floor((done / of) * 10);
    if (reached > tenths) process.stderr.write(`${line}\n`);
    tenths = reached;
  };
}
