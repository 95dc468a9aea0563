import { expect, it } from '@jest/globals';
import { type Answer, ApiCaller, PASSWORD } from '../../../support/api-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();

const INTERNALS =
  /postgres|sql|relation|database|select|insert|mikro|kysely|exception|\.ts|\.js|node_modules|stack| at /i;

/** Returns the log lines of a request. */
const linesOf = ({ headers }: Answer) =>
  app()
    .logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ reqId }) => reqId === headers.get('x-request-id'));

function expectInternalError(answer: Answer, instance: string): void {
  expectProblem(answer, 500, 'internal_error', { instance });
  expect(JSON.stringify(answer.body)).not.toMatch(INTERNALS);
  expect([...answer.headers.values()].join('\n')).not.toMatch(/postgres|sql|exception/i);
  const errors = linesOf(answer).filter(({ level }) => level === 50);
  expect(errors).toEqual([
    expect.objectContaining({ err: expect.objectContaining({ stack: expect.any(String) }) }),
  ]);
}

it('logs no values of a row that the database rejects', async () => {
  await app().runSql(`alter table accounts add constraint broken check (full_name !~ 'Broken')`);
  const answer = await new ApiCaller(app().url).post('/v1/accounts', {
    full_name: 'Broken line',
    email: 'broken@example.com',
    password: PASSWORD,
  });

  expectInternalError(answer, '/v1/accounts');
  const lines = JSON.stringify(linesOf(answer));
  expect(lines).toContain('broken'); // the constraint's name
  expect(lines).not.toMatch(/broken@example\.com|Broken line/);
});
