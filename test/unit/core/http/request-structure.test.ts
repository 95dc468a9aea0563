import { describe, expect, it } from '@jest/globals';
import { queryFaults, structureFaults } from '../../../../src/core/http/problems/request-structure.js';

const faultsOf = (json: string) => structureFaults(JSON.parse(json)).map(({ pointer }) => pointer);

describe('structureFaults', () => {
  it.each(['{}', '[]', 'null', '1', '"constructor"', '{"a":["constructor"]}', '{"a":{"b":{"c":[[[[1]]]]}}}'])(
    'finds none in %s',
    (json) => {
      expect(faultsOf(json)).toEqual([]);
    },
  );

  it.each([
    ['{"__proto__":1}', ['/__proto__']],
    ['{"a":[{"constructor":{"prototype":1}}]}', ['/a/0/constructor']],
    ['{"x/y":{"~":{"valueOf":1}}}', ['/x~1y/~0/valueOf']],
    ['{"prototype":1,"toString":2}', ['/prototype', '/toString']],
    ['{"a":{"b":{"c":{"d":{"e":{"f":{"g":{"h":{"i":1}}}}}}}}}', []],
    ['{"a":{"b":{"c":{"d":{"e":{"f":{"g":{"h":{"i":{}}}}}}}}}}', ['/a/b/c/d/e/f/g/h/i']],
  ])('finds in %s: %j', (json, pointers) => {
    expect(faultsOf(json)).toEqual(pointers);
  });

  const members = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, i])));

  it.each([
    ['members of an object', `{"a":${members(41)}}`, '/a', /at most 40 members; this one has 41/],
    ['values', `[${Array.from({ length: 350 }, () => '[1]').join(',')},1]`, '', /more than 700 values/],
    ['elements of an array', `{"a":[${'1,'.repeat(700)}1]}`, '', /more than 700 values/],
    ['characters of a name', `{"a":[{"${'x'.repeat(101)}":1}]}`, '/a/0', /Unknown member "x{40}…"/],
  ])('rejects too many %s, with a single fault', (_, json, pointer, detail) => {
    expect(structureFaults(JSON.parse(json))).toEqual([
      { pointer, detail: expect.stringMatching(detail) as unknown },
    ]);
  });

  it('accepts as many as allowed', () => {
    expect(faultsOf(`[${Array.from({ length: 17 }, () => members(40)).join(',')},${members(2)}]`)).toEqual(
      [],
    );
    expect(faultsOf(`{"${'x'.repeat(100)}":1}`)).toEqual([]);
  });

  it('does not overflow the stack', () => {
    expect(faultsOf('['.repeat(32_000) + ']'.repeat(32_000))).toHaveLength(1);
  });

  it('pollutes no prototype', () => {
    structureFaults(JSON.parse('{"__proto__":{"polluted":1}}'));

    expect('polluted' in {}).toBe(false);
  });
});

describe('queryFaults', () => {
  it('rejects more than 100 parameters, including repeated ones', () => {
    const names = Object.fromEntries(Array.from({ length: 98 }, (_, i) => [`p${i}`, 'x']));

    expect(queryFaults({ ...names, last: ['1', '2'] })).toEqual([]);
    expect(queryFaults({ ...names, last: ['1', '2', '3'] })).toEqual([
      { parameter: 'query', detail: 'A query can have at most 100 parameters.' },
    ]);
  });

  it('rejects names of more than 100 characters, and truncates them', () => {
    expect(queryFaults({ ['x'.repeat(100)]: '' })).toEqual([]);
    expect(queryFaults({ ['x'.repeat(101)]: '' })).toEqual([
      { parameter: `${'x'.repeat(40)}…`, detail: `Unknown parameter "${'x'.repeat(40)}…".` },
    ]);
  });
});
