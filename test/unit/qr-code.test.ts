import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { QrCode } from '../../src/http/console/design/qr-code.tsx';

it('a QR code has the three marks by which cameras find it, and no fourth', () => {
  const html = renderToString(QrCode({ text: 'otpauth://totp/a?secret=B', words: 'a key' }));
  const size = Number(/viewBox="-4 -4 (\d+)/.exec(html)![1]) - 8;
  const dark = new Set([...html.matchAll(/M(\d+) (\d+)h1/g)].map(([, x, y]) => `${x} ${y}`));
  const isMark = (left: number, top: number) => {
    for (let y = 0; y < 7; y += 1) {
      for (let x = 0; x < 7; x += 1) {
        // A ring around a ring of light around a square.
        const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
        if (dark.has(`${left + x} ${top + y}`) !== (ring !== 2)) return false;
      }
    }
    return true;
  };
  const far = size - 7;
  expect([isMark(0, 0), isMark(far, 0), isMark(0, far), isMark(far, far)]).toEqual([true, true, true, false]);
  expect(html).toContain('aria-label="a key"');
});
