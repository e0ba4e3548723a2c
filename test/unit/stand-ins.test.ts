import { describe, expect, it } from 'vitest';
import {
  withoutPictures,
  withoutStandIns,
  withPictures,
  withStandIns,
} from '../../src/program-file/stand-ins.ts';

const pictureOf = (letter: string) => `data:image/webp;base64,${letter.repeat(400)}=`;
const FILE = `theme:\n  logo: ${pictureOf('A')}\n  banner: "${pictureOf('B')}"\n  css: 'a { background: url(${pictureOf('A')}) }'\nimage: logo.webp\n`;

describe('the stand-ins of pictures in a file', () => {
  it('are short, and become the same pictures again', () => {
    const short = withStandIns(FILE);
    expect(short.length).toBeLessThan(400);
    expect(withPictures(short, [FILE])).toBe(FILE);
    // Each picture may come from another text.
    expect(withPictures(short, [pictureOf('B'), `x ${pictureOf('A')}`])).toBe(FILE);
  });

  it('stay where no text has the picture, so that it differs from any', () => {
    const short = withStandIns(FILE);
    expect(withPictures(short, [])).toBe(short);
    expect(withPictures(short, [pictureOf('B')])).toContain(pictureOf('B'));
    const read = withoutStandIns(short);
    expect([read.includes('sha256,'), withStandIns(read)]).toEqual([false, read]);
  });

  it('leave short pictures and paths alone', () => {
    const text = `logo: data:image/png;base64,iVBORw0KGgo=\nimage: logo.webp\n`;
    for (const change of [withStandIns, withoutPictures]) expect(change(text)).toBe(text);
    expect(withoutPictures(FILE)).toContain('logo: data:image/webp;base64,…\n');
  });
});
