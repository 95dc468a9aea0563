import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { expect, it } from '@jest/globals';
import { Account } from '../../../../src/accounts/account.entity.js';
import { RepeatedWork } from '../../../../src/core/background/repeated-work.js';
import { signedInCaller } from '../../../support/api-caller.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp({ MAX_CLIENTS_PER_ACCOUNT: '100' });

/** Bodies are read asynchronously, which is where a context could get lost or mixed up. */
it('keeps concurrent requests with bodies apart', async () => {
  const callers = [await signedInCaller(app()), await signedInCaller(app()), await signedInCaller(app())];
  const requests = Array.from({ length: 60 }, (_, number) => ({
    caller: callers[number % callers.length],
    name: `Client ${number}`,
    id: `request-${number}`,
  }));

  const answers = await Promise.all(
    requests.map(({ caller, name, id }) => caller.post('/v1/clients', { name }, { 'x-request-id': id })),
  );

  answers.forEach(({ status, headers, body }, index) => {
    expect(status).toBe(201);
    expect(body.name).toBe(requests[index].name);
    expect(headers.get('x-request-id')).toBe(requests[index].id);
  });
  for (const caller of callers) {
    const { body } = await caller.get<{ data: { name: string }[] }>('/v1/clients?limit=100');
    const own = requests.filter((request) => request.caller === caller).map(({ name }) => name);
    expect(body.data.map(({ name }) => name).sort()).toEqual(own.sort());
  }
});

it('logs each request once, under its own id', async () => {
  const caller = await signedInCaller(app());
  const ids = Array.from({ length: 20 }, (_, number) => `posted-${number}`);

  await Promise.all(ids.map((id) => caller.post('/v1/clients', { name: id }, { 'x-request-id': id })));

  const logged = app()
    .logLines.map((line) => JSON.parse(line) as { reqId?: string; status?: number; route?: string })
    .filter(({ reqId }) => reqId?.startsWith('posted-'));
  expect(logged.map(({ reqId }) => reqId).sort()).toEqual([...ids].sort());
  expect(new Set(logged.map(({ status, route }) => `${status} ${route}`))).toEqual(
    new Set(['201 /v1/clients']),
  );
});

it('keeps work that a transaction asks for, and its later runs, out of the transaction', async () => {
  const { em } = app().app.get(MikroORM);
  const failures: unknown[] = [];
  let runs = 0;
  class Counting extends RepeatedWork {
    protected readonly intervalMs = 1;

    override hurry(): void {
      super.hurry();
    }

    async work(): Promise<void> {
      runs += 1;
      await em.fork({ useContext: true }).count(Account);
    }

    protected override failed(error: unknown): void {
      failures.push(error);
    }
  }
  const counting = new Counting();
  counting.onApplicationBootstrap();
  await em.fork().transactional(async (transaction) => {
    await transaction.count(Account);
    counting.hurry();
  });
  const before = runs;
  while (runs < before + 3) await sleep(1);
  await counting.onModuleDestroy();
  expect(failures).toEqual([]);
});
