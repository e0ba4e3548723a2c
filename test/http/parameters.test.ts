import { describe, expect, it } from 'vitest';
import { HEADER_VALUES, TEXT_VALUES } from '../support/hostile-values.ts';
import { mustRefuseText } from '../support/must-refuse.ts';
import { addressOf, OPERATIONS, withValue } from '../support/operations.ts';
import { type Attempt, parameterTest } from '../support/parameter-test.ts';
import { sendJson } from '../support/send-json.ts';

const setup = parameterTest();
const { attempts, placesOf } = setup;
const operations = Object.entries(OPERATIONS);

describe('whatever a parameter is, the answer is a success or the one refusal that names it', () => {
  it.each(operations.filter(([name]) => name.includes(':')))('in the path of %s', async (name, operation) => {
    const requests: Attempt[] = [];
    for (const place of placesOf(name, 'params')) {
      const parameter = place.place.slice('params.'.length);
      for (const [label, value] of Object.entries(TEXT_VALUES)) {
        const { body, ...request } = operation.request(setup.tenant);
        const path = addressOf(name, withValue(request, place.place, 'PLACE')).replace('PLACE', value);
        const must = mustRefuseText(place, value) ? 'be refused' : undefined;
        requests.push({ label, parameter, path, body, must });
      }
    }
    expect(await attempts(name, requests)).toEqual([]);
  });

  it.each(operations)('in the headers of %s', async (name, operation) => {
    const requests: Attempt[] = [];
    for (const parameter of [
      'X-Loyalty-Channel',
      'X-Loyalty-Language',
      'Idempotency-Key',
      'X-Request-Id',
      'Accept',
    ]) {
      for (const [label, value] of Object.entries(HEADER_VALUES)) {
        const request = operation.request(setup.tenant);
        const headers = { [parameter]: value };
        requests.push({
          label,
          parameter,
          path: addressOf(name, request),
          body: request.body,
          headers,
        });
      }
    }
    expect(await attempts(name, requests)).toEqual([]);
  });
});

describe('the request that the others differ from', () => {
  it.each(operations)('succeeds: %s', async (name, operation) => {
    const request = operation.request(setup.tenant);
    const answer = await sendJson(
      setup.test.url,
      name.split(' ')[0]!,
      addressOf(name, request),
      setup.tenant.key,
      request.body,
    );
    expect(answer.status, answer.text).toBe(operation.status);
  });
});
