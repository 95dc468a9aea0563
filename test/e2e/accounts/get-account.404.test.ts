import { beforeAll, describe, expect, it } from '@jest/globals';
import { PASSWORD, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itHidesForeignIds } from '../../support/foreign-ids.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const path = (id: string) => `/v1/accounts/${id}`;
let admin: SignedInCaller;
let member: SignedInCaller;
let goneId: string;
beforeAll(async () => {
  admin = await signedInCaller(app());
  member = await signedInCaller(app());
  const gone = await signedInCaller(app());
  await gone.call('DELETE', '/v1/accounts/me', { body: { password: PASSWORD } });
  goneId = gone.accountId;
});

describe('to a member', () => {
  itHidesForeignIds({
    prefix: 'acc',
    foreignId: () => admin.accountId,
    path,
    call: (id) => member.call('GET', path(id)),
  });
});

describe('to an administrator', () => {
  itHidesForeignIds({
    prefix: 'acc',
    foreignId: () => goneId,
    path,
    call: (id) => admin.call('GET', path(id)),
  });

  it('has found the account of that id when it was there', async () => {
    const rows = await app().runSql('select deleted_at is not null as gone from accounts where id = ?', [
      goneId,
    ]);
    expect(rows).toEqual([{ gone: true }]);
  });
});
