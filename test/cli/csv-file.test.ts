import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openCsvFile, readRows } from '../../src/cli/csv-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'loyaltyd-csv-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(content: string | Buffer, said: Parameters<typeof openCsvFile>[1] = {}) {
  const file = path.join(folder, 'file.csv');
  writeFileSync(file, content);
  const { header, encoding, delimiter, ...opened } = await openCsvFile(file, said);
  const rows = [];
  for await (const { line, cells } of readRows({ ...opened, header, encoding, delimiter }))
    rows.push([line, ...cells]);
  return { header, encoding, delimiter, rows };
}

const utf16 = (text: string, mark: string) => Buffer.from(`${mark}${text}`, 'utf16le');

describe('the encoding of a csv file', () => {
  const text = 'name;stadt\nZoë;Köln €\n';

  it.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['UTF-16', utf16(text, '\ufeff'), 'utf-16le'],
    ['UTF-16 without its mark', utf16(text, ''), 'utf-16le'],
    ['UTF-16, the other way round', utf16(text, '\ufeff').swap16(), 'utf-16be'],
    ['windows-1252', Buffer.from('name;stadt\nZo\xeb;K\xf6ln \x80\n', 'latin1'), 'windows-1252'],
  ])('is found out: %s', async (_name, bytes, encoding) => {
    expect(await read(bytes)).toEqual({
      header: ['name', 'stadt'],
      encoding,
      delimiter: ';',
      rows: [[2, 'Zoë', 'Köln €']],
    });
  });

  it('is looked for in all of the file, however late it shows', async () => {
    const row = `${'x'.repeat(1_999)}\n`;
    const late = Buffer.concat([Buffer.from(`a\n${row.repeat(200)}`), Buffer.from([0xe9, 0x0a])]);
    const { encoding, rows } = await read(late);
    expect([encoding, rows.at(-1)]).toEqual(['windows-1252', [202, 'é']]);
  });

  it('can be said, and text that is none of it is refused', async () => {
    expect((await read(Buffer.from('a\n\xe9\n', 'latin1'), { encoding: 'iso-8859-2' })).rows).toEqual([
      [2, 'é'],
    ]);
    await expect(read(Buffer.from('a\n\xe9\n', 'latin1'), { encoding: 'utf-8' })).rejects.toThrow(
      'cannot be read',
    );
    await expect(read('a\n', { encoding: 'klingon' })).rejects.toThrow('There is no encoding klingon.');
  });
});

describe('the rows of a csv file', () => {
  it.each([
    [
      'LF',
      'a,b\n1,2\n3,4\n',
      [
        [2, '1', '2'],
        [3, '3', '4'],
      ],
    ],
    [
      'CRLF, none at the end',
      'a,b\r\n1,2\r\n3,4',
      [
        [2, '1', '2'],
        [3, '3', '4'],
      ],
    ],
    [
      'CR',
      'a,b\r1,2\r3,4\r',
      [
        [2, '1', '2'],
        [3, '3', '4'],
      ],
    ],
    [
      'all of them',
      'a,b\r\n1,2\n3,4\r',
      [
        [2, '1', '2'],
        [3, '3', '4'],
      ],
    ],
    [
      'within quotes',
      'a,b\n1,"x\ny"\n3,4\n',
      [
        [3, '1', 'x\ny'],
        [4, '3', '4'],
      ],
    ],
    [
      'empty ones, of commas too',
      'a,b\n\n1,2\n , \n,\n3,4\n',
      [
        [3, '1', '2'],
        [6, '3', '4'],
      ],
    ],
  ])('end by %s', async (_name, text, rows) => {
    expect((await read(text)).rows).toEqual(rows);
  });

  it.each([
    [',', 'a,"b;;;",c\n1,2,3', ','],
    [';', 'a;b,c;d\n1;2;3', ';'],
    ['tab', 'a\tb\n1\t2', '\t'],
    ['|', 'a|b|c\n1|2|3', '|'],
    ['what sep= says', 'sep=^\na^b\n1^2', '^'],
    ['nothing', 'email\nx@y', ','],
  ])('are parted by %s', async (_name, text, delimiter) => {
    const file = await read(text);
    expect(file.delimiter).toBe(delimiter);
    expect(file.rows[0]).toHaveLength(file.header.length + 1);
  });

  it('keep quotes where they stand for themselves, and cells beyond the header', async () => {
    expect((await read('a,b\n"x ""y""",Bob "B" Lee\n1\n1,2,3\n')).rows).toEqual([
      [2, 'x "y"', 'Bob "B" Lee'],
      [3, '1'],
      [4, '1', '2', '3'],
    ]);
  });

  it('that are none are said to be', async () => {
    await expect(read('a,b\n1,"2\n3,4\n')).rejects.toThrow(
      /cannot be read as csv: Quote Not Closed.* line 3/,
    );
    await expect(read(`a,b\n1,"${'x\n'.repeat(200_000)}`)).rejects.toThrow('cannot be read as csv');
    await expect(read('')).rejects.toThrow('it is empty');
    await expect(read('PK\x03\x04…')).rejects.toThrow('save it as csv');
    await expect(openCsvFile(folder, {})).rejects.toThrow('it is not a file');
    await expect(openCsvFile(`${folder}/none.csv`, {})).rejects.toThrow('ENOENT');
  });
});
