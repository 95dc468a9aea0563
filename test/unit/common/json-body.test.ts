import { expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { parseJsonBody } from '../../../src/common/http/json-body.js';
import { Problem } from '../../../src/common/problems/problem.js';

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
  'refuses %j, and repeats nothing of it',
  (text) => {
    const { error } = parse(text);

    expect(error).toBeInstanceOf(Problem);
    expect((error as Problem).code).toBe('malformed_body');
    expect(JSON.stringify((error as Problem).toBody('http://x', '/'))).not.toContain('canary');
  },
);
