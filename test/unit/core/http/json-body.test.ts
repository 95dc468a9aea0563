import { expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { CODED_BODY, MALFORMED_BODY, parseJsonBody } from '../../../../src/core/http/body/json-body.js';

function parse(text: string, headers = {}): { error: Error | null; body: unknown } {
  const results: { error: Error | null; body: unknown }[] = [];
  parseJsonBody({ headers, routeOptions: { config: {} } } as FastifyRequest, text, (error, body) =>
    results.push({ error, body }),
  );
  expect(results).toHaveLength(1);
  return results[0];
}

it.each([
  ['', undefined],
  ['{"a":1}', { a: 1 }],
  ['\uFEFF{"a":1}', { a: 1 }],
  [' null\n', null],
])('parses %j as %j', (text, body) => {
  expect(parse(text)).toEqual({ error: null, body });
});

it('keeps dangerous names, so that validation rejects them', () => {
  const { body } = parse('{"__proto__":{"polluted":1}}');

  expect(Object.keys(body as object)).toEqual(['__proto__']);
  expect('polluted' in {}).toBe(false);
});

it.each([' ', '{', '{"password":"canary",}', '\uFEFF\uFEFF{}'])(
  'marks %j as malformed, and keeps nothing of it',
  (text) => {
    expect(parse(text)).toEqual({ error: null, body: MALFORMED_BODY });
  },
);

it.each([
  '{"a":1,"a":1}',
  '{"a":1,"\\u0061":2}',
  '{"b":[{"c":{"a":1,"b":2,"a":3}}]}',
  '{"a":{"x":1},"a":{"y":2}}',
  '{"__proto__":1,"__proto__":2}',
  '{"":1,"":2}',
])('marks %s, which has a duplicate member, as malformed', (text) => {
  expect(parse(text).body).toBe(MALFORMED_BODY);
});

it.each([
  '{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":3}}',
  '{"a:b":"c:\\"d\\":e","\\"a\\":":"\\\\","c":":"}',
  '["a:",{"__proto__":{"a":1}},[],{},null,true]',
])('parses %s, in which only values look like duplicate names', (text) => {
  expect(parse(text).body).toEqual(JSON.parse(text));
});

it.each(['gzip', 'x', 'identity, gzip'])('marks a body whose declared coding is %s', (coding) => {
  expect(parse('{"a":1}', { 'content-encoding': coding }).body).toBe(CODED_BODY);
});

it.each(['', 'identity', ' Identity '])('parses a body whose declared coding is "%s"', (coding) => {
  expect(parse('{"a":1}', { 'content-encoding': coding }).body).toEqual({ a: 1 });
});
