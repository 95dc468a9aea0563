import { beforeAll, expect, it } from '@jest/globals';
import { newId } from '../../src/common/identifier.js';
import { ApiCaller, signedInCaller, type SignedInCaller } from './api-caller.js';
import { createForeign } from './foreign-ids.js';
import { expectProblem } from './problems.js';
import { type TestApp } from './test-app.js';
import { basic } from './usage-caller.js';

interface CreatedClient {
  client_id: string;
  client_secret: string;
}

const PREFIXES = { client_id: 'cli', api_key_id: 'key', account_id: 'acc' } as const;
type IdParameter = keyof typeof PREFIXES;

/** 404 for ids of others, as for those that do not exist and for what is no id, to members and to clients. */
export function itHidesForeignUsage(app: () => TestApp, path: string, parameters: IdParameter[]): void {
  let caller: SignedInCaller;
  let own: CreatedClient;
  let foreign: Record<IdParameter, string>;
  beforeAll(async () => {
    const stranger = await signedInCaller(app());
    const { clientId, keyId } = await createForeign(stranger);
    foreign = { client_id: clientId, api_key_id: keyId, account_id: stranger.accountId };
    caller = await signedInCaller(app());
    own = (await caller.post<CreatedClient>('/v1/clients', { name: 'Mine' })).body;
  });

  it.each(parameters)("answers somebody else's %s as a missing one", async (parameter) => {
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
    'answers 404 for ?%s=%s',
    async (parameter, id) => {
      expectProblem(await caller.get(`${path}?${parameter}=${id}`), 404, 'not_found', { instance: path });
    },
  );

  it("answers a client 404 for its account's other clients", async () => {
    const { body: other } = await caller.post<CreatedClient>('/v1/clients', { name: 'Another' });
    const headers = basic(own.client_id, own.client_secret);
    const answer = await new ApiCaller(app().url).get(`${path}?client_id=${other.client_id}`, headers);

    expectProblem(answer, 404, 'not_found', { instance: path });
  });
}
