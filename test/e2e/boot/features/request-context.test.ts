import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import { EntityManager, LockMode, RequestContext } from '@mikro-orm/postgresql';
import { Account } from '../../../../src/accounts/account.entity.js';
import { AccountsService } from '../../../../src/accounts/accounts.service.js';
import { accessOf } from '../../../../src/core/http/access/access.decorator.js';
import { ClientsService } from '../../../../src/clients/clients.service.js';
import { signedInCaller } from '../../../support/api-caller.js';
import { useTestApp } from '../../../support/test-app.js';

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

describe('the entities of a request, which its services share', () => {
  it('are the same object, whichever service reads them', async () => {
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

  it('are refreshed from the database when locked, even if a value is gone', async () => {
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

  it('are written in the transaction that the caller has begun, or not at all', async () => {
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

  it("aren't available outside of a request", async () => {
    await expect(em.findOne(Account, accountId)).rejects.toThrow('global EntityManager');
  });
});

describe('routes that bypass the standard request handling for speed', () => {
  it('are those of the forecast, which require an API key', () => {
    const scanner = new MetadataScanner();
    const controllers = [...app().app.get(ModulesContainer).values()].flatMap((module) =>
      [...module.controllers.values()].map(({ metatype }) => metatype as new () => object),
    );
    const fast = controllers.flatMap((controller) =>
      scanner.getAllMethodNames(controller.prototype as object).flatMap((name) => {
        const handler = (controller.prototype as Record<string, () => unknown>)[name];
        const config = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, handler) as
          { isFast?: true } | undefined;
        const context = {
          getHandler: () => handler,
          getClass: () => controller,
        } as unknown as ExecutionContext;
        return config?.isFast ? [[controller.name, accessOf(context)].join(': ')] : [];
      }),
    );

    expect(new Set(fast)).toEqual(
      new Set([
        'CurrentController: api-key',
        'ForecastController: api-key',
        'OpenMeteoController: api-key',
        'TomorrowIoController: api-key',
      ]),
    );
  });
});
