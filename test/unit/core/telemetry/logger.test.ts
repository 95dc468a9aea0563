import { expect, it } from '@jest/globals';
import { createLogger } from '../../../../src/core/telemetry/logger.js';

function logged(fields: object): Record<string, unknown> {
  const lines: string[] = [];
  createLogger('trace', { write: (line: string) => void lines.push(line) }).error(fields, 'message');
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0]) as Record<string, unknown>;
}

it('writes JSON lines with the time in ISO 8601 and without host or process id', () => {
  expect(logged({})).toEqual({
    level: 50,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    msg: 'message',
  });
});

it('omits a request’s URL and headers', () => {
  const headers = { cookie: 'session=canary', apikey: 'canary' };
  const req = { method: 'GET', url: '/v1?apikey=canary', headers, routeOptions: { url: '/v1' } };

  expect(logged({ req }).req).toEqual({ method: 'GET', route: '/v1' });
  expect(logged({ res: { statusCode: 200, headers } }).res).toEqual({ statusCode: 200 });
});

it('omits the row that a database error repeats, even across several lines', () => {
  const detail = 'Failing row contains (acc_1, Canary\ncanary\n  at canary, canary@example.com).';
  const error = Object.assign(new Error(`null value in column "x"\n - detail: ${detail}`), {
    detail,
    code: '23502',
  });

  const line = JSON.stringify(logged({ err: error }));

  expect(line).not.toMatch(/canary/i);
  expect(line).toContain('null value in column');
  expect(line).toContain('23502');
  expect(line).toContain('logger.test.ts');
});

it('logs a thrown value that is not an error', () => {
  expect(logged({ err: 'text' }).err).toBe('text');
});
