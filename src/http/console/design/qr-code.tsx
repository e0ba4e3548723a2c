import qrcode from 'qrcode-generator';

/** A QR code for a camera. `words`: the same text for people who do not see it. */
export function QrCode({ text, words }: { text: string; words: string }) {
  // Type 0: as small as the text allows. M: up to 15 % of it may be unreadable.
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const places = Array.from({ length: size }, (_, at) => at);
  const path = places.flatMap((row) =>
    places.filter((column) => code.isDark(row, column)).map((column) => `M${column} ${row}h1v1h-1z`),
  );
  // Four modules of quiet around it (ISO/IEC 18004).
  return (
    <svg class="qr-code" viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={words}>
      <rect x="-4" y="-4" width={size + 8} height={size + 8} />
      <path d={path.join('')} />
    </svg>
  );
}
