/** A segment of Postgres's log, the history of a timeline, or the label of a backup, by Postgres's own names. */
const WAL_FILE = /^([0-9A-F]{24}(\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/;
const SEGMENT = /^[0-9A-F]{24}$/;

/** The embedded cluster has 16 MB per segment, and 256 segments under one number of the middle part. */
const SEGMENT_BYTES = 16_777_216n;
const SEGMENTS_A_FILE = 0x1_0000_0000n / SEGMENT_BYTES;

export function isWalFile(name: string): boolean {
  return WAL_FILE.test(name);
}

export function isSegment(name: string): boolean {
  return SEGMENT.test(name);
}

export function timelineOf(name: string): number {
  return Number.parseInt(name.slice(0, 8), 16);
}

/** The number of a segment in the whole log, on any timeline. */
export function segmentNumber(name: string): bigint {
  return BigInt(`0x${name.slice(8, 16)}`) * SEGMENTS_A_FILE + BigInt(`0x${name.slice(16)}`);
}

export function segmentName(timeline: number, number: bigint): string {
  const hex = (value: bigint | number) => value.toString(16).toUpperCase().padStart(8, '0');
  return `${hex(timeline)}${hex(number / SEGMENTS_A_FILE)}${hex(number % SEGMENTS_A_FILE)}`;
}

/** The segment with a position of the log, which Postgres writes as `0/5000028`. */
export function segmentOfLsn(lsn: string): bigint {
  return lsnValue(lsn) / SEGMENT_BYTES;
}

/** The segment with the last byte before a position of the log. */
export function segmentBeforeLsn(lsn: string): bigint {
  return (lsnValue(lsn) - 1n) / SEGMENT_BYTES;
}

/** A position of the log as the number of its byte. */
export function lsnValue(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export function historyName(timeline: number): string {
  return `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`;
}

/** The timelines that a history names, oldest first, each with the position in the log at which it was left. */
export function readHistory(text: string): { timeline: number; left_at: string }[] {
  return text.split('\n').flatMap((line) => {
    const [, timeline, left_at] = /^(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/.exec(line) ?? [];
    return timeline === undefined ? [] : [{ timeline: Number(timeline), left_at: left_at! }];
  });
}
