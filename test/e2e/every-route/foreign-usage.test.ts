import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../src/core/http/identifier.js';
import {
  ApiCaller,
  createApiKey,
  createClient,
  signedInCaller,
  type SignedInCaller,
} from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';
import { basic, USAGE } from '../../support/usage-caller.js';

interface CreatedClient {
  client_id: string;
  client_secret: string;
}

const PREFIXES = { client_id: 'cli', api_key_id: 'key', account_id: 'acc' } as const;
const ALL = ['client_id', 'api_key_id', 'account_id'] as const;

const app = useTestApp();
let admin: SignedInCaller;
let caller: SignedInCaller;
let own: CreatedClient;
let foreign: Record<(typeof ALL)[number], string>;
beforeAll(async () => {
  admin = await signedInCaller(app());
  const stranger = await signedInCaller(app());
  const clientId = await createClient(stranger);
  const { id } = await createApiKey(stranger, clientId);
  foreign = { client_id: clientId, api_key_id: id, account_id: stranger.accountId };
  caller = await signedInCaller(app());
  own = (await caller.post<CreatedClient>('/v1/clients', { name: 'Mine' })).body;
});

describe.each([
  { path: USAGE, parameters: ALL },
  { path: `${USAGE}/quota`, parameters: ['client_id'] as const },
  { path: `${USAGE}/requests`, parameters: ALL },
])('$path', ({ path, parameters }) => {
  it.each(parameters)("returns 404 for another account's %s", async (parameter) => {
    const missingId = newId(PREFIXES[parameter]);
    const headers = basic(own.client_id, own.client_secret);
    for (const ask of [
      (id: string) => caller.get(`${path}?${parameter}=${id}`),
      (id: string) => new ApiCaller(app().url).get(`${path}?${parameter}=${id}`, headers),
    ]) {
      const answer = await ask(foreign[parameter]);
      expectProblem(answer, 404, 'not_found', { instance: path });
      const missing = JSON.stringify((await ask(missingId)).body).replaceAll(missingId, foreign[parameter]);
      expect(answer.body).toEqual(JSON.parse(missing));
    }
  });

  it.each(parameters.flatMap((parameter) => ['', 'x', '%00', `' or 1=1--`].map((id) => [parameter, id])))(
    'returns 404 for ?%s=%s',
    async (parameter, id) => {
      for (const reader of [caller, admin]) {
        const answer = await reader.get(`${path}?${parameter}=${id}`);
        expectProblem(answer, 404, 'not_found', { instance: path });
      }
    },
  );

  it("returns 404 to a client for its account's other clients", async () => {
    const { body: other } = await caller.post<CreatedClient>('/v1/clients', { name: 'Another' });
    const headers = basic(own.client_id, own.client_secret);
    const answer = await new ApiCaller(app().url).get(`${path}?client_id=${other.client_id}`, headers);

    expectProblem(answer, 404, 'not_found', { instance: path });
  });
});
