/** Shorter names fit into a column on a phone. */
const LONG = 14;

/** A name without spaces, such as a topic, a file name or an email. A long name may break after its parts. */
export function Breaks({ of }: { of: string }) {
  if (of.length <= LONG) return <>{of}</>;
  const parts = of.split(of.includes('@') ? /(?<=@)/ : /(?<=[/._])(?=\w)/);
  return <>{parts.flatMap((part, at) => (at === 0 ? part : [<wbr />, part]))}</>;
}
