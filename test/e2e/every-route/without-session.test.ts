import { beforeAll, expect, it } from '@jest/globals';
import { ApiCaller, createApiKey, createClient, PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { PROBLEM_ROUTES } from '../../support/documented-routes.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const NOBODY = 'x'.repeat(43);
const ROUTES = PROBLEM_ROUTES.filter(
  ({ security }) => security.includes('session') && !security.includes('apiKeyHeader'),
);

const app = useTestApp({ TRUSTED_PROXIES: '127.0.0.1' });

/** Requests without a live session, which all get the same response. */
let impostors: { headers?: Record<string, string>; query?: string }[];
beforeAll(async () => {
  const ended = await signedInCaller(app());
  const endedCookie = ended.cookie!;
  await ended.delete('/v1/sessions/current');
  const live = await signedInCaller(app());
  const { key } = await createApiKey(live, await createClient(live));
  const disabled = await signedInCaller(app());
  await app().runSql(`update accounts set status = 'disabled' where id = ?`, [disabled.accountId]);
  const again = { email: disabled.email, password: PASSWORD };
  expect((await new ApiCaller(app().url).post('/v1/sessions', again)).status).toBe(403);
  impostors = [
    {},
    { headers: { cookie: `session=${NOBODY}` } },
    { headers: { cookie: 'session=' } },
    { headers: { cookie: 'session=%zz' } },
    { headers: { authorization: `Bearer ${NOBODY}` } },
    { headers: { cookie: endedCookie } },
    // The name that cookies have over HTTPS.
    { headers: { cookie: live.cookie!.replace(/^session=/, '__Host-session=') } },
    { headers: { apikey: key } },
    { headers: { authorization: `Bearer ${key}` } },
    { headers: { cookie: `session=${key}` } },
    { query: `?apikey=${key}` },
    { headers: { cookie: disabled.cookie! } },
  ];
});

it('covers the routes that need a session', () => {
  expect(ROUTES.length).toBeGreaterThanOrEqual(30);
});

it.each(ROUTES)(
  '$method $path requires a session',
  async ({ method, examplePath: instance, body, security }) => {
    for (const { headers, query = '' } of impostors) {
      const answer = await new ApiCaller(app().url).call(method, `${instance}${query}`, { headers, body });

      const isToken = headers?.authorization !== undefined && security.includes('accessToken');
      expectProblem(answer, 401, isToken ? 'invalid_token' : 'unauthenticated', { instance });
      expect(answer.headers.get('www-authenticate')).toBe(
        isToken ? 'Bearer realm="weather", error="invalid_token"' : 'Session',
      );
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  },
);
