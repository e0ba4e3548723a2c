/** Shorter names find room in a column of a phone. */
const LONG = 16;

/** A name without spaces, such as a topic, the name of a file or an email: a long one breaks after its parts. */
export function Breaks({ of }: { of: string }) {
  if (of.length <= LONG) return <>{of}</>;
  const parts = of.split(of.includes('@') ? /(?<=@)/ : /(?<=[/._])(?=\w)/);
  return <>{parts.flatMap((part, at) => (at === 0 ? part : [<wbr />, part]))}</>;
}
