/** JSON that goes into a body as it is written here. */
export class RawJson {
  constructor(readonly text: string) {}
}

const nested = (depth: number) => new RawJson(`${'['.repeat(depth)}${']'.repeat(depth)}`);

/** Possible values of a member of a body; undefined: it is missing. */
export const BODY_VALUES: Record<string, unknown> = {
  missing: undefined,
  null: null,
  true: true,
  false: false,
  'the empty text': '',
  'a text': 'some text',
  'digits as text': '12',
  'NUL as text': '\0',
  'NUL within text': 'a\0b',
  'a lone surrogate': '\ud800',
  'surrogates the wrong way round': '\udc00\ud800',
  '10 k characters': 'x'.repeat(10_240),
  '10 k characters outside the BMP': '😀'.repeat(10_240),
  'text like a member of all objects': '__proto__',
  'a moment that never was': '2026-02-30T25:61:00Z',
  'a moment beyond Postgres': '+294277-01-01T00:00:00Z',
  'a moment before all years': '-271821-04-20T00:00:00Z',
  'the year 0': '0000-01-01T00:00:00Z',
  'the year 9999': '9999-12-31T23:59:59.999Z',
  'percent-encoding': '%00%zz',
  'a number': 7,
  '0': 0,
  '-0': new RawJson('-0'),
  '-1': -1,
  '1.5': 1.5,
  '1e2': new RawJson('1e2'),
  '1e400': new RawJson('1e400'),
  '1e-400': new RawJson('1e-400'),
  '2^31': 2 ** 31,
  '2^53': new RawJson('9007199254740992'),
  '2^63': new RawJson('9223372036854775808'),
  '-2^63': new RawJson('-9223372036854775808'),
  'the empty list': [],
  'a list': [7, 'x', null],
  'a list of lists': [[[]]],
  'a long list': Array(5_000).fill(0),
  'the empty object': {},
  'an object': { id: 1, amount: 1 },
  'an object with names of all objects': new RawJson(
    '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}',
  ),
  'nesting up to the limit': nested(28),
  'nesting beyond it': nested(1_000),
};

/** Possible texts after the `=` of a query, or between two slashes: percent-encoded. */
export const TEXT_VALUES: Record<string, string> = {
  'a word': 'x',
  null: 'null',
  true: 'true',
  NUL: '%00',
  'NUL within text': 'a%00b',
  'a lone surrogate': '%ED%A0%80',
  'no UTF-8': '%FF%FE',
  'overlong UTF-8': '%C0%AF',
  'percent-encoding that is none': '%zz',
  'a percent sign': '%',
  'encoded twice': '%2500',
  '10 k characters': 'x'.repeat(10_000),
  'a longer text than a line may be': 'x'.repeat(20_000),
  '-1': '-1',
  '0': '0',
  '1e2': '1e2',
  '1.5': '1.5',
  '0x10': '0x10',
  '+1': '%2B1',
  'a space before digits': '%201',
  '2^53': '9007199254740992',
  '2^63': '9223372036854775808',
  'many digits': '9'.repeat(400),
  'a list': '%5B1%5D',
  'an object': '%7B%22a%22%3A1%7D',
  __proto__: '__proto__',
  'a slash': '%2F',
  'a dot segment': '%2e%2e',
  'a moment that never was': '2026-02-30T25:61:00Z',
  'a moment beyond Postgres': '%2B294277-01-01T00:00:00Z',
  'a moment before all years': '-271821-04-20T00:00:00Z',
  'the year 0': '0000-01-01T00:00:00Z',
  'the year 9999': '9999-12-31T23:59:59.999Z',
  'a moment with a space for a plus': '2026-01-14T12:00:00 02:00'.replace(' ', '%20'),
  emoji: '%F0%9F%98%80',
};

/** A query's parameter in other forms than `name=value`. */
export const QUERY_FORMS: Record<string, (name: string) => string> = {
  'without a value': (name) => name,
  empty: (name) => `${name}=`,
  repeated: (name) => `${name}=1&${name}=1`,
  'repeated with nothing': (name) => `${name}&${name}=`,
  'as a list': (name) => `${name}[]=1`,
  'as an object': (name) => `${name}[a]=1`,
  'ten thousand times': (name) => `${name}=1&`.repeat(1_000),
  'with its name encoded': (name) => `%${name.charCodeAt(0).toString(16)}${name.slice(1)}=1`,
};

/** Possible values of a header; Node sends these characters as single bytes. */
export const HEADER_VALUES: Record<string, string | string[]> = {
  empty: '',
  'a word': 'x',
  '1e2': '1e2',
  '-1': '-1',
  '10 k characters': 'x'.repeat(10_000),
  'bytes above ASCII': '\u00e9\u00ff',
  'a tab': 'a\tb',
  'a list': '[1]',
  __proto__: '__proto__',
  twice: ['web', 'pos'],
};

/** Names of parameters that no operation has. */
export const UNKNOWN_NAMES = ['unknown', '__proto__', 'constructor'];
