import { describe, expect, it } from '@jest/globals';
import { structureFaults } from '../../../src/common/problems/body-structure.js';

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

  it('does not run out of stack', () => {
    expect(faultsOf('['.repeat(32_000) + ']'.repeat(32_000))).toHaveLength(1);
  });

  it('pollutes nothing', () => {
    structureFaults(JSON.parse('{"__proto__":{"polluted":1}}'));

    expect('polluted' in {}).toBe(false);
  });
});
