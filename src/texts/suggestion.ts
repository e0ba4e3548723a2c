/** `; did you mean "title"?` if one of the candidates is close to the written word, otherwise nothing. */
export function suggestion(written: string, candidates: readonly string[]): string {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(written.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(written.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best === undefined ? '' : `; did you mean "${best}"?`;
}

/** The number of insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function editDistance(from: string, to: string): number {
  const a = from.slice(0, 64);
  const b = to.slice(0, 64);
  const rows = Array.from({ length: a.length + 1 }, (_, i) => {
    const row = new Array<number>(b.length + 1).fill(0);
    row[0] = i;
    return row;
  });
  for (let j = 0; j <= b.length; j++) rows[0]![j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      }
      rows[i]![j] = least;
    }
  }
  return rows[a.length]![b.length]!;
}
