import { expect, it } from '@jest/globals';
import { createKeyedClient, FORECAST, POINT } from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { sendRaw } from '../../support/raw-request.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it.each(['PUT', 'PATCH', 'DELETE'])('responds to %s with the allowed methods', async (method) => {
  const { key } = await createKeyedClient(app());

  const answer = await sendRaw(app().url, { method, path: `${FORECAST}?${POINT}`, headers: { apikey: key } });

  expectProblem(answer, 405, 'method_not_allowed', { instance: FORECAST });
  const allowed = answer.headers.get('allow')!.split(', ');
  expect(allowed).toEqual(expect.arrayContaining(['GET', 'HEAD']));
  expect(allowed).not.toContain(method);
});
