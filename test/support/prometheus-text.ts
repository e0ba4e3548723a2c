/** A sample of the text format of Prometheus. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const HEADER = /^# (HELP|TYPE) ([a-z][a-z0-9_]*) (.+)$/;
const LINE = /^([a-z][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/;

/**
 * Reads metrics as Prometheus does. Throws for what `promtool check metrics` refuses: a sample without HELP and TYPE
 * before it, a series that is there twice, a counter whose name does not end in _total.
 */
export function readMetrics(text: string): Sample[] {
  const types = new Map<string, string>();
  const helped = new Set<string>();
  const seen = new Set<string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, header, of, rest] = HEADER.exec(line) ?? [];
    if (header === 'HELP') helped.add(of!);
    else if (header === 'TYPE') types.set(of!, rest!);
    else samples.push(readSample(line));
  }
  for (const { name, labels } of samples) {
    const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
    const series = `${name} ${JSON.stringify(labels)}`;
    if (!types.has(family) || !helped.has(family)) throw new Error(`${name} has no HELP and TYPE`);
    if ((types.get(family) === 'counter') !== family.endsWith('_total'))
      throw new Error(`the name of ${name}`);
    if (seen.has(series)) throw new Error(`${series} is there twice`);
    seen.add(series);
  }
  return samples;
}

function readSample(line: string): Sample {
  const [, name, list = '', value] = LINE.exec(line) ?? [];
  if (name === undefined || Number.isNaN(Number(value!.replace('+Inf', 'Infinity')))) throw new Error(line);
  const labels = [...list.matchAll(/([a-z]+)="((?:[^"\\]|\\.)*)"(?:,|$)/g)].map(([, key, text]) => [
    key!,
    text!,
  ]);
  return { name, labels: Object.fromEntries(labels), value: Number(value) };
}
