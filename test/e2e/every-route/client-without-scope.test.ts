import { expect, it } from '@jest/globals';
import { newId } from '../../../src/core/http/identifier.js';
import { ApiCaller, createApiKey, signedInCaller } from '../../support/api-caller.js';
import { DOCUMENTED_ROUTES, fillPath } from '../../support/documented-routes.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';
import { basic } from '../../support/usage-caller.js';

const ROUTES = DOCUMENTED_ROUTES.filter(({ security }) => security.includes('clientCredentials'));

const app = useTestApp();

it('covers the routes that accept a client’s own credentials', () => {
  expect(ROUTES.length).toBeGreaterThanOrEqual(9);
});

it.each(ROUTES)(
  '$method $path refuses a client that lacks the scope or is disabled, and changes nothing',
  async ({ method, path, body }) => {
    const owner = await signedInCaller(app());
    for (const [change, code] of [
      [`scopes = '{forecast:read,forecast:batch}'`, 'insufficient_scope'],
      [`status = 'disabled'`, 'client_disabled'],
    ] as const) {
      const { body: client } = await owner.post<{ client_id: string; client_secret: string }>('/v1/clients', {
        name: 'A client',
      });
      const { id: keyId } = await createApiKey(owner, client.client_id);
      const keys = `/v1/clients/${client.client_id}/api-keys`;
      const before = await owner.get(keys);
      await app().runSql(`update clients set ${change} where id = ?`, [client.client_id]);
      const instance = fillPath(path, { clientId: client.client_id, keyId, loggedRequestId: newId('req') });

      const headers = basic(client.client_id, client.client_secret);
      const answer = await new ApiCaller(app().url).call(method, instance, { headers, body });

      expectProblem(answer, 403, code, { instance });
      expect((await owner.get(keys)).body).toEqual(before.body);
    }
  },
);
