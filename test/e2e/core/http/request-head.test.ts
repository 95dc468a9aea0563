import { describe, expect, it } from '@jest/globals';
import { PUBLIC_URL } from '../../../support/problems.js';
import { sendBytes } from '../../../support/raw-socket.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();

const PATH = '/v1/weather/fields';
const request = (...lines: string[]) => [...lines, 'Connection: close', '', ''].join('\r\n');

async function send(...lines: string[]): Promise<{ status: string; head: string; body: string }> {
  const [head, body] = (await sendBytes(app(), request(...lines))).split('\r\n\r\n', 2);
  return { status: head.split('\r\n', 1)[0], head: head.toLowerCase(), body };
}

describe('a request', () => {
  it.each([
    ['none', [`GET ${PATH} HTTP/1.1`]],
    ['two', [`GET ${PATH} HTTP/1.1`, 'Host: a', 'Host: b']],
    ['the same twice', [`GET ${PATH} HTTP/1.1`, 'Host: a', 'hOST: a']],
    ['two, with HTTP/1.0', [`GET ${PATH} HTTP/1.0`, 'Host: a', 'Host: b']],
  ])('must have one "Host": %s is rejected with an id and a body', async (_, lines) => {
    const { status, head, body } = await send(...lines, 'X-Request-Id: given');

    expect(status).toBe('HTTP/1.1 400 Bad Request');
    expect(head).toContain('\r\nx-request-id: given');
    expect(head).toContain('\r\ncontent-type: application/problem+json; charset=utf-8');
    expect(head).toContain('\r\nconnection: close');
    expect(JSON.parse(body)).toMatchObject({
      type: `${PUBLIC_URL}/docs/errors#malformed_request`,
      status: 400,
      code: 'malformed_request',
      instance: PATH,
    });
  });

  it.each([
    ['HTTP/1.1', [`GET ${PATH} HTTP/1.1`, 'Host: a']],
    ['HTTP/1.0, which knows no "Host"', [`GET ${PATH} HTTP/1.0`]],
    ['an absolute URL', [`GET http://a${PATH} HTTP/1.1`, 'Host: a']],
    ['an expectation that is met', [`GET ${PATH} HTTP/1.1`, 'Host: a', 'Expect: 100-Continue']],
  ])('with %s is accepted', async (_, lines) => {
    const answer = await sendBytes(app(), request(...lines));

    expect(answer.replace('HTTP/1.1 100 Continue\r\n\r\n', '')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it('with an unsupported expectation is rejected with an id and a body', async () => {
    const { status, head, body } = await send(
      `GET ${PATH} HTTP/1.1`,
      'Host: a',
      'Expect: 200-maybe',
      'X-Request-Id: given',
    );

    expect(status).toBe('HTTP/1.1 417 Expectation Failed');
    expect(head).toContain('\r\nx-request-id: given');
    expect(head).toContain('\r\ncontent-type: application/problem+json; charset=utf-8');
    expect(JSON.parse(body)).toMatchObject({ status: 417, code: 'expectation_failed', instance: PATH });
  });
});
