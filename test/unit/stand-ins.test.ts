import { describe, expect, it } from 'vitest';
import {
  picturesByStandIn,
  withoutPictures,
  withoutStandIns,
  withPictures,
  withStandIns,
} from '../../src/program-file/stand-ins.ts';

const pictureOf = (letter: string) => `data:image/webp;base64,${letter.repeat(400)}=`;
const filled = (text: string, sources: string[], most = 10_000) =>
  withPictures(text, picturesByStandIn(sources), most);
const FILE = `theme:\n  logo: ${pictureOf('A')}\n  banner: "${pictureOf('B')}"\n  css: 'a { background: url(${pictureOf('A')}) }'\nimage: logo.webp\n`;

describe('the stand-ins of pictures in a file', () => {
  it('are short, and become the same pictures again', () => {
    const short = withStandIns(FILE);
    expect(short.length).toBeLessThan(400);
    expect(filled(short, [FILE])).toBe(FILE);
    // Each picture may come from another text.
    expect(filled(short, [pictureOf('B'), `x ${pictureOf('A')}`])).toBe(FILE);
  });

  it('stay where no text has the picture, so that it differs from any', () => {
    const short = withStandIns(FILE);
    expect(filled(short, [])).toBe(short);
    expect(filled(short, [pictureOf('B')])).toContain(pictureOf('B'));
    const read = withoutStandIns(short);
    expect([read.includes('sha256,'), withStandIns(read)]).toEqual([false, read]);
  });

  it('become no more characters than there is room for, however often one is named', () => {
    const many = withStandIns(`${pictureOf('A')} `).repeat(1_000);
    expect(filled(many, [FILE])).toBeUndefined();
    const more = pictureOf('A').length - withStandIns(pictureOf('A')).length;
    expect(filled(many, [FILE], 1_000 * more - 1)).toBeUndefined();
    expect(filled(many, [FILE], 1_000 * more)).toHaveLength(1_000 * (pictureOf('A').length + 1));
  });

  it('leave short pictures and paths alone', () => {
    const text = `logo: data:image/png;base64,iVBORw0KGgo=\nimage: logo.webp\n`;
    for (const change of [withStandIns, withoutPictures]) expect(change(text)).toBe(text);
    expect(withoutPictures(FILE)).toContain('logo: data:image/webp;base64,…\n');
  });
});
