import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { newId } from '../../../src/core/http/identifier.js';
import { RequestPaceService } from '../../../src/core/http/access/pace/request-pace.service.js';
import { PASSWORD, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { type DocumentedRoute, fillPath } from '../../support/documented-routes.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';
import { IDS, type IdName, type Ids, idsOf, PREFIXES } from './routes-with-ids.js';

const app = useTestApp();
let admin: SignedInCaller;
let member: SignedInCaller;
let own: Ids;
let foreign: Ids;
let goneAccountId: string;

beforeAll(async () => {
  // One account gets more rejections here than the limit allows.
  jest.spyOn(RequestPaceService.prototype, 'noteAnswer').mockReturnValue();
  // The first account is the administrator, who may see all of them.
  admin = await signedInCaller(app());
  foreign = await idsOf(app(), admin);
  member = await signedInCaller(app());
  own = await idsOf(app(), member);
  const gone = await signedInCaller(app());
  goneAccountId = gone.accountId;
  await gone.call('DELETE', '/v1/accounts/me', { body: { password: PASSWORD } });
});

it('covers the routes with an id in their path', () => {
  expect(IDS.length).toBeGreaterThanOrEqual(19);
});

/** Expects the response for the id to equal that for a missing one. */
async function expectHidden(
  caller: SignedInCaller,
  { method, path, body, name }: DocumentedRoute & { name: IdName },
  id: string,
) {
  const pathWith = (value: string) => fillPath(path, { ...own, [name]: value });
  const call = (value: string) => caller.call(method, pathWith(value), { body });
  const missingId = newId(PREFIXES[name]);

  const answer = await call(id);

  expectProblem(answer, 404, 'not_found', { instance: pathWith(id) });
  const missing = await call(missingId);
  expect(JSON.parse(JSON.stringify(answer.body).replaceAll(id, missingId))).toEqual(missing.body);
}

describe.each(IDS)('$method $path, {$name}', (route) => {
  it("returns 404 for another account's id, exactly as for a missing one", async () => {
    await expectHidden(member, route, foreign[route.name]);
  });
});

describe.each(IDS.filter(({ name }) => name === 'accountId'))('$method $path', (route) => {
  it('returns 404 to an administrator for a deleted account, exactly as for a missing one', async () => {
    await expectHidden(admin, route, goneAccountId);
  });
});

it('has used the id of an account that existed', async () => {
  const rows = await app().runSql('select deleted_at is not null as gone from accounts where id = ?', [
    goneAccountId,
  ]);
  expect(rows).toEqual([{ gone: true }]);
});

it('has changed nothing of the other account', async () => {
  const keys = await admin.get<{ data: { id: string }[] }>(
    `/v1/clients/${foreign.clientId}/api-keys?status=active`,
  );
  expect(keys.body.data.map(({ id }) => id)).toEqual([foreign.keyId]);
  expect((await admin.get(`/v1/clients/${foreign.clientId}`)).body).toMatchObject({ name: 'A client' });
  expect((await admin.get('/v1/accounts/me')).body).toMatchObject({
    full_name: 'A Member',
    status: 'active',
  });
});
