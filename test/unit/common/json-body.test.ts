import { expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { MALFORMED_BODY, parseJsonBody } from '../../../src/common/http/json-body.js';

function parse(text: string): { error: Error | null; body: unknown } {
  const results: { error: Error | null; body: unknown }[] = [];
  parseJsonBody({} as FastifyRequest, text, (error, body) => results.push({ error, body }));
  expect(results).toHaveLength(1);
  return results[0];
}

it.each([
  ['', undefined],
  ['{"a":1}', { a: 1 }],
  ['\uFEFF{"a":1}', { a: 1 }],
  [' null\n', null],
])('reads %j as %j', (text, body) => {
  expect(parse(text)).toEqual({ error: null, body });
});

it('keeps names that others drop, for the validation to refuse', () => {
  const { body } = parse('{"__proto__":{"polluted":1}}');

  expect(Object.keys(body as object)).toEqual(['__proto__']);
  expect('polluted' in {}).toBe(false);
});

it.each([' ', '{', '{"password":"canary",}', '\uFEFF\uFEFF{}'])(
  'marks %j as no JSON, and keeps nothing of it',
  (text) => {
    expect(parse(text)).toEqual({ error: null, body: MALFORMED_BODY });
  },
);
