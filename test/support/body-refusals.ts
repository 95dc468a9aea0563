import { expect, it } from '@jest/globals';
import { type Answer, type ApiCaller } from './api-caller.js';
import { expectProblem } from './problems.js';
import { sendRaw } from './raw-request.js';

/** A route that takes a JSON body, a caller that may use it, and a body that it takes. */
export interface BodyRoute {
  caller: () => ApiCaller;
  path: () => string;
  /** POST, unless it is said. */
  method?: string;
  body: Record<string, unknown>;
  /** Sent with every request, such as an API key. */
  headers?: () => Record<string, string>;
  /** What the body is answered with. */
  accepted?: number;
}

const LIMIT_BYTES = 64 * 1024;

/** 400: what is no JSON, no object, nested without end, or has members or parameters that nobody reads. */
export function itRefusesMalformedBodies({ caller, path, method = 'POST', body, headers }: BodyRoute): void {
  const send = (text: string, query = ''): Promise<Answer> =>
    caller().call(method, `${path()}${query}`, { body: text, headers: headers?.() });
  const withMember = (json: string) => `${JSON.stringify(body).slice(0, -1)},${json}}`;

  it.each(['{', '{"name":1,"name":1}', '{"name":}', "{'name':'x'}", 'name=x', 'NaN', '{} {}', '\0'])(
    'refuses %j, which is not JSON or names a member twice',
    async (text) => {
      expectProblem(await send(text), 400, 'malformed_body', { instance: path() });
    },
  );

  it.each(['null', '[]', '[{}]', '"text"', '1', 'true'])(
    'refuses %s, which is not an object',
    async (text) => {
      expectProblem(await send(text), 400, 'invalid_parameter', { instance: path(), pointers: [''] });
    },
  );

  it.each([
    'unknown',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '__defineGetter__',
  ])('refuses the unknown member %s', async (name) => {
    const answer = await send(withMember(`${JSON.stringify(name)}:{"polluted":true}`));
    expectProblem(answer, 400, 'invalid_parameter', { instance: path(), pointers: [`/${name}`] });
  });

  it('writes unknown members as JSON pointers', async () => {
    const answer = await send(withMember('"a/b~c":1,"":2'));
    expectProblem(answer, 400, 'invalid_parameter', { instance: path(), pointers: ['/a~1b~0c', '/'] });
  });

  it.each([
    ['arrays', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['objects', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
  ])('refuses endlessly nested %s', async (_, value) => {
    const answer = await send(withMember(`"deep":${value}`));
    expect(answer.body).toMatchObject({ code: 'invalid_parameter', errors: [{}] });
    expect(answer.status).toBe(400);
  });

  it('refuses query parameters', async () => {
    const answer = await send(JSON.stringify(body), '?dry_run=1&__proto__=2');
    expectProblem(answer, 400, 'invalid_parameter', {
      instance: path(),
      parameters: ['dry_run', '__proto__'],
    });
  });
}

/** 413: more than 64 kB, whether the length is announced or not. */
export function itRefusesLargeBodies({
  caller,
  path,
  method = 'POST',
  body,
  headers,
  accepted = 201,
}: BodyRoute): void {
  const filled = (bytes: number) => {
    const text = JSON.stringify(body);
    return `${text.slice(0, -1)}${' '.repeat(bytes - text.length)}}`;
  };

  it('refuses a body of 65 kB', async () => {
    const answer = await caller().call(method, path(), { body: filled(65 * 1024), headers: headers?.() });
    expectProblem(answer, 413, 'payload_too_large', { instance: path() });
  });

  it('refuses a body of one byte over 64 kB that comes in chunks', async () => {
    const text = filled(LIMIT_BYTES + 1);
    const answer = await sendRaw(caller().url, {
      method,
      path: path(),
      headers: {
        'content-type': 'application/json',
        cookie: caller().cookie ?? '',
        'transfer-encoding': 'chunked',
        ...headers?.(),
      },
      body: [text.slice(0, LIMIT_BYTES), text.slice(LIMIT_BYTES)],
    });
    expectProblem(answer, 413, 'payload_too_large', { instance: path() });
  });

  it('takes a body of 64 kB', async () => {
    const answer = await caller().call(method, path(), { body: filled(LIMIT_BYTES), headers: headers?.() });
    expect(answer.status).toBe(accepted);
  });
}

/** 415: everything but JSON. */
export function itRefusesOtherMediaTypes({
  caller,
  path,
  method = 'POST',
  body,
  headers,
  accepted = 201,
}: BodyRoute): void {
  const text = JSON.stringify(body);

  it.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/merge-patch+json',
    'application/jsonp',
    'nonsense',
  ])('refuses %s', async (type) => {
    const answer = await caller().call(method, path(), {
      body: text,
      headers: { ...headers?.(), 'content-type': type },
    });
    expectProblem(answer, 415, 'unsupported_media_type', { instance: path() });
  });

  it('refuses a body without a type', async () => {
    const answer = await sendRaw(caller().url, {
      method,
      path: path(),
      headers: { cookie: caller().cookie ?? '', ...headers?.() },
      body: text,
    });
    expectProblem(answer, 415, 'unsupported_media_type', { instance: path() });
  });

  it('refuses a body that says to be coded, and says that none may be', async () => {
    const answer = await caller().call(method, path(), {
      body: text,
      headers: { ...headers?.(), 'content-encoding': 'gzip' },
    });
    expectProblem(answer, 415, 'unsupported_media_type', { instance: path() });
    expect(answer.headers.get('accept-encoding')).toBe('identity');
  });

  it('takes JSON in whatever case and with a character set', async () => {
    const type = { 'content-type': 'Application/JSON; Charset=UTF-8', 'content-encoding': 'identity' };
    const typed = { ...headers?.(), ...type };
    expect((await caller().call(method, path(), { body: text, headers: typed })).status).toBe(accepted);
  });
}
