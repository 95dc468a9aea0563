import { expect, it } from '@jest/globals';
import { Problem } from '../../../../src/core/http/problems/problem.js';
import { AskedParameters } from '../../../../src/apis/tomorrow-io/request/asked-parameters.js';
import { readLocation } from '../../../../src/apis/tomorrow-io/request/location.js';

/** Reads a location with a gazetteer that knows any name, and records the names that are looked up. */
function read(location: unknown) {
  const names: string[] = [];
  const find = (name: string) => {
    names.push(name);
    return { name, lat: 14, lon: 100 };
  };
  return { names, located: () => readLocation(new AskedParameters({ location }, 'body'), find) };
}

it.each(['Nan', 'nan', 'Nan,TH', 'Nan, Thailand', 'Boston', '100 Mile House', 'Ås, Norway', 'None'])(
  'treats "%s" as a place name',
  (text) => {
    expect(read(text).located()).toEqual({ latitude: 14, longitude: 100, name: text });
  },
);

it.each([
  ...['NaN', 'nan,nan', 'NaN,NaN', 'nan,13', '13,nan', 'nan,', 'Nan, -1', '+nan,TH', '-inf,TH', 'Infinity,5'],
  ...['42', '42,', ',42', '-1', ',', ' , ', '1e9', '1e9,5', '52.5N', '52.5N,13.4E', '48°,11°', '42;13', 42],
  ...['Boston,', 'Boston,42', 'Boston,1e5', 'Boston,,US', 'inf,inf', 'None,None', 'null,null'],
  ...['undefined,undefined', '1,2,3'],
])('looks up no name for %j', (location) => {
  const { names, located } = read(location);
  expect(located).toThrow(Problem);
  expect(names).toEqual([]);
});

it.each([[[42]], [[]], [['Nan']], [['52', '21']], [[1, 2, 3]], [['Nan', 'TH']], [[null, 5]], [[91, 0]]])(
  'rejects the list %j',
  (location) => {
    const { names, located } = read(location);
    expect(located).toThrow(Problem);
    expect(names).toEqual([]);
  },
);

it('is unknown without a place of that name, and may be others', () => {
  const located = (suggestions: string[]) =>
    readLocation(new AskedParameters({ location: 'Krak' }, 'query'), () => suggestions);
  expect(() => located(['Kraków, PL', 'Kraksaan, ID'])).toThrow(
    expect.objectContaining({
      options: {
        errors: [
          {
            parameter: 'location',
            detail: `Fix parameter 'location': "Krak" is unknown; use "latitude,longitude" in decimal degrees, or the name of a city. Did you mean "Kraków, PL" or "Kraksaan, ID"?`,
          },
        ],
      },
    }),
  );
  expect(() => located([])).toThrow(Problem);
});

it('accepts a list of two numbers, however small', () => {
  expect(read([1e-7, -21.5]).located()).toEqual({ latitude: 0, longitude: -21.5 });
});
