import { describe, expect, it } from 'vitest';
import { QUERY_FORMS, TEXT_VALUES, UNKNOWN_NAMES } from '../support/hostile-values.ts';
import { mustRefuseText } from '../support/must-refuse.ts';
import { addressOf, OPERATIONS, type OperationRequest } from '../support/operations.ts';
import { type Attempt, parameterTest } from '../support/parameter-test.ts';

const setup = parameterTest();
const { attempts, placesOf, route } = setup;

const namesOf = (name: string) => placesOf(name, 'query').map(({ place }) => place.slice('query.'.length));
const namesInQueries = () => [...new Set(Object.keys(OPERATIONS).flatMap(namesOf))];

describe('whatever a parameter is, the answer is a success or the one refusal that names it', () => {
  it.each(Object.entries(OPERATIONS))('in the query of %s', async (name, operation) => {
    const requests: Attempt[] = [];
    const places = placesOf(name, 'query');
    const declaredQuery = route(name).options.schema?.querystring as
      | { additionalProperties?: boolean }
      | undefined;
    const unknownMust = declaredQuery?.additionalProperties === false ? 'be refused' : 'succeed';
    /** The address with `text` in its query in place of the parameter. */
    const withText = (request: OperationRequest, parameter: string, text: string) => {
      const { [parameter]: _, ...others } = request.query;
      const address = addressOf(name, { ...request, query: others });
      return `${address}${address.includes('?') ? '&' : '?'}${text}`;
    };
    const common = ['channel', 'country'].map((parameter) => ({ parameter, schema: {}, required: false }));
    const declared = places.map((place) => ({ ...place, parameter: place.place.slice('query.'.length) }));
    for (const place of [...declared, ...common]) {
      const { parameter } = place;
      for (const [label, value] of Object.entries(TEXT_VALUES)) {
        const request = operation.request(setup.tenant);
        const path = withText(request, parameter, `${parameter}=${value}`);
        const must = mustRefuseText(place, value) ? 'be refused' : undefined;
        requests.push({ label, parameter, path, body: request.body, must });
      }
    }
    for (const parameter of [...declared, ...common]
      .map((place) => place.parameter)
      .concat('language', UNKNOWN_NAMES)) {
      for (const [label, form] of Object.entries(QUERY_FORMS)) {
        const request = operation.request(setup.tenant);
        const path = withText(request, parameter, form(parameter));
        const must = UNKNOWN_NAMES.includes(parameter) ? unknownMust : undefined;
        requests.push({ label, parameter, path, body: request.body, must });
      }
    }
    expect(await attempts(name, requests)).toEqual([]);
  });

  it.each(Object.keys(OPERATIONS))('in the query of %s, if only other operations have it', async (name) => {
    const { additionalProperties } = (route(name).options.schema?.querystring ?? {}) as {
      additionalProperties?: boolean;
    };
    if (additionalProperties === false) return;
    const others = namesInQueries().filter((other) => !namesOf(name).includes(other));
    const path = addressOf(name, OPERATIONS[name]!.request(setup.tenant));
    const request = (value: string): Attempt => ({
      label: value,
      parameter: 'a parameter of others',
      path: `${path}${path.includes('?') ? '&' : '?'}${others.map((other) => `${other}=${value}`).join('&')}`,
      body: OPERATIONS[name]!.request(setup.tenant).body,
      must: 'succeed',
    });
    expect(await attempts(name, ['x', '0', '-1'].map(request))).toEqual([]);
  });
});
