import { expect, it } from '@jest/globals';
import { createClient, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/audit';

it("answers a member's question about somebody else as about nobody", async () => {
  const admin = await signedInCaller(app());
  const member = await signedInCaller(app());
  const clientId = await createClient(admin);
  const ask = (query: string) => member.get(`${instance}?${query}`);

  for (const [name, foreign, missing] of [
    ['account_id', admin.accountId, 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['client_id', clientId, 'cli_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ]) {
    const [one, other] = [await ask(`${name}=${foreign}`), await ask(`${name}=${missing}`)];
    expectProblem(one, 404, 'not_found', { instance });
    expect(JSON.parse(JSON.stringify(one.body).replaceAll(foreign, missing))).toEqual(other.body);
  }
});
