import { describe, expect, it } from 'vitest';
import { placeOfRequest } from '../../src/cli/shard-of-request.ts';
import { IDS_OF_A_SHARD } from '../../src/db/shard-numbers.ts';
import { systemRandom } from '../../src/deps.ts';
import { newAccessToken, newClientId } from '../../src/domain/oauth/secrets.ts';
import { newApiKey } from '../../src/domain/programs/api-key.ts';

const withSecret = (text: string) => placeOfRequest({ headers: { authorization: `Bearer ${text}` } });
const ID = 3 * IDS_OF_A_SHARD + 1;

describe('a request', () => {
  it.each([newApiKey(ID, systemRandom), newAccessToken(ID, systemRandom)])(
    'is for the schema of %s',
    (text) => {
      expect(withSecret(text)).toMatchObject({ number: 3, named: { kind: 'key', text } });
    },
  );

  it.each([
    'loyalty_3_',
    newApiKey(ID, systemRandom).slice(0, -1),
    newApiKey(ID, systemRandom).replace('_3_', '_4_'),
    `${newAccessToken(ID, systemRandom)}x`,
    'app_SHORT',
  ])('names nothing that could be looked up by the mistyped %s', (text) => {
    expect(withSecret(text)).toMatchObject({ number: 0, named: undefined });
  });

  it('names the app of its address if it can be one', () => {
    const text = newClientId(systemRandom);
    const named = (client_id: string) =>
      placeOfRequest({ url: `/oauth/authorize?client_id=${client_id}`, headers: {} }).named;
    expect(named(text)).toEqual({ kind: 'app', text });
    expect(named(`${text}x`)).toBe(undefined);
  });
});
