import { expect, it } from '@jest/globals';
import { parse } from 'fast-querystring';
import { withPlainNames } from '../../../../src/core/http/body/bracketed-lists.js';

it.each([
  ['axios', 'a[]=1&a[]=2&b=3', { a: ['1', '2'], b: '3' }],
  ['PHP', 'a%5B0%5D=1&a%5B1%5D=2', { a: ['1', '2'] }],
  ['in another order', 'a[10]=3&a[9]=2&a[0]=1', { a: ['1', '2', '3'] }],
  ['a single entry', 'a[]=1', { a: '1' }],
  ['plain and bracketed', 'a=1&a[]=2&a=3', { a: ['1', '3', '2'] }],
  ['something else', 'a[b]=1&[]=2&a[]b=3&c[]=4', { 'a[b]': '1', '[]': '2', 'a[]b': '3', c: '4' }],
])('reads lists as written by %s', (_, query, expected) => {
  expect(withPlainNames(parse(query))).toEqual(expected);
});

it('leaves parameters without brackets as they are, and prototypes alone', () => {
  const raw = parse('a=1&a=2');
  expect(withPlainNames(raw)).toBe(raw);
  const read = withPlainNames(parse('__proto__[]=1&constructor[]=2'));
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(Object.entries(read)).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
  ]);
});
