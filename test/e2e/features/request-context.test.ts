import { beforeAll, describe, expect, it } from '@jest/globals';
import { EntityManager, LockMode, RequestContext } from '@mikro-orm/postgresql';
import { Account } from '../../../src/accounts/account.entity.js';
import { AccountsService } from '../../../src/accounts/accounts.service.js';
import { ClientsService } from '../../../src/clients/clients.service.js';
import { signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

let em: EntityManager;
let accounts: AccountsService;
let clients: ClientsService;
let clientId: string;
let accountId: string;
beforeAll(async () => {
  em = app().app.get(EntityManager);
  accounts = app().app.get(AccountsService);
  clients = app().app.get(ClientsService);
  const caller = await signedInCaller(app());
  accountId = caller.accountId;
  const { body } = await caller.post<{ client_id: string }>('/v1/clients', {
    name: 'One',
    description: 'for a while',
  });
  clientId = body.client_id;
});

const inRequest = <T>(work: () => Promise<T>): Promise<T> => RequestContext.create(em, work);

describe('the entities of a request, which all of its services share', () => {
  it('are one object, whichever service reads them', async () => {
    await inRequest(async () => {
      const account = await em.findOneOrFail(Account, accountId);
      const { account: owner } = await clients.reachable(
        { account, clientId: null },
        clientId,
        'clients.read',
      );
      expect(owner).toBe(account);
    });
  });

  it('are as the database has them once they are locked, also where a value is gone', async () => {
    await inRequest(async () => {
      const account = await em.findOneOrFail(Account, accountId);
      const caller = { account, clientId: null };
      const before = await clients.reachable(caller, clientId, 'clients.read');
      expect(before.description).toBe('for a while');
      await app().runSql('update clients set description = null where id = ?', [clientId]);

      await em.transactional(async () => {
        const locked = await clients.reachable(caller, clientId, 'clients.read', LockMode.PESSIMISTIC_WRITE);
        expect(locked.description).toBeNull();
      });
    });
  });

  it('are written with the changes of the transaction that a caller has begun, or not at all', async () => {
    await inRequest(async () => {
      const failure = new Error('undone');
      const work = em.transactional(async () => {
        const account = await accounts.lock(accountId);
        account!.fullName = 'Somebody Else';
        await em.flush();
        throw failure;
      });
      await expect(work).rejects.toBe(failure);
    });
    expect(await app().runSql('select full_name from accounts where id = ?', [accountId])).toEqual([
      { full_name: 'A Member' },
    ]);
  });

  it('are missing outside of a request', async () => {
    await expect(em.findOne(Account, accountId)).rejects.toThrow('global EntityManager');
  });
});
