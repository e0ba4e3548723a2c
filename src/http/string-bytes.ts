const WIDE = /[\u0100-\uffff]/;

/** The memory of a text's characters in V8, in bytes: two for each character if one of them is beyond U+00FF. */
export function stringBytes(text: string): number {
  return WIDE.test(text) ? 2 * text.length : text.length;
}

/**
 * The same text in no more memory than `stringBytes` says. Without this, a text that was cut from a wide text stays
 * wide.
 */
export function compacted(text: string): string {
  return WIDE.test(text) ? text : Buffer.from(text, 'latin1').toString('latin1');
}
