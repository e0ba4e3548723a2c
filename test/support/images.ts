/** The beginning of a PNG of that size. Nothing more of it is read. */
export function png(width: number, height: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const head = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  return Buffer.concat([head, size, Buffer.from([8, 6, 0, 0, 0])]);
}

// Images of 3 × 2 pixels.

export const PNG = png(3, 2);

/** A JFIF segment, a table, then the frame. */
export const JPEG = Buffer.concat([
  Buffer.from([0xff, 0xd8]),
  Buffer.from([0xff, 0xe0, 0, 16]),
  Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1'),
  Buffer.from([0xff, 0xc4, 0, 4, 0, 0]),
  Buffer.from([0xff, 0xc2, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0x11, 0]),
]);

function riff(form: string, chunk: readonly number[]): Buffer {
  const body = Buffer.concat([
    Buffer.from(`WEBP${form}`, 'latin1'),
    Buffer.from([chunk.length, 0, 0, 0, ...chunk]),
  ]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

export const WEBP_LOSSY = riff('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 3, 0, 2, 0]);
export const WEBP_LOSSLESS = riff('VP8L', [0x2f, 2, 0x40, 0, 0, 0, 0, 0, 0, 0]);
export const WEBP_EXTENDED = riff('VP8X', [0x10, 0, 0, 0, 2, 0, 0, 1, 0, 0]);
