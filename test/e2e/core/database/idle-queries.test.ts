import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { EntityManager } from '@mikro-orm/postgresql';
import { ChangeFeedService } from '../../../../src/core/database/changes/change-feed.service.js';
import { MailsService } from '../../../../src/core/mail/mails.service.js';
import { createKeyedClient } from '../../../support/forecast-caller.js';
import { bodyOf, JobCaller } from '../../../support/job-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'weather@example.com' });

const asked: string[] = [];
beforeAll(async () => {
  const connection = app().app.get(EntityManager).getConnection();
  const execute = connection.execute.bind(connection);
  jest.spyOn(connection, 'execute').mockImplementation((query, ...others) => {
    asked.push(typeof query === 'string' ? query : 'other');
    return execute(query, ...others);
  });
  while (!app().app.get(ChangeFeedService).isConnected) await sleep(10);
  // What began at the start ends.
  await sleep(2_000);
});
beforeEach(() => {
  asked.length = 0;
});

it('asks nothing about queues while nothing is announced, and looks once after a reconnect', async () => {
  const queues = ['mails', 'forecast_jobs', 'announced_events', 'webhooks', 'forecast_alert_runs'];
  const asks = () => queues.map((queue) => asked.filter((query) => query.includes(queue)).length);
  await sleep(3_000);
  expect(asks()).toEqual([0, 0, 0, 0, 0]);

  app().app.get(ChangeFeedService).forgetEverything();
  await sleep(2_000);
  // One statement takes what is due. If that is nothing, another finds when something is.
  expect(asks()).toEqual([2, 2, 1, 2, 1]);
});

it('announces queued mail to every process in its transaction, and looks for it once that is committed', async () => {
  const mails = app().app.get(MailsService);
  const queue = (isKept: boolean) =>
    app()
      .app.get(EntityManager)
      .fork()
      .transactional(async (em) => {
        mails.queue(em, { kind: 'unknown', recipient: 'ada@example.com' });
        await em.flush();
        if (!isKept) throw new Error('rolled back');
      });
  await expect(queue(false)).rejects.toThrow('rolled back');
  await sleep(1_000);
  expect(asked.filter((query) => query.includes('skip locked'))).toEqual([]);

  await queue(true);
  while (!asked.some((query) => query.includes('update mails'))) await sleep(10);
});

it('announces a submitted job', async () => {
  await publishRun(app());
  const client = await createKeyedClient(app());
  await sleep(2_000);
  asked.length = 0;
  const jobs = new JobCaller(app);
  const { id } = (await jobs.submit(bodyOf(1), client)).body;
  // Reading through `runSql` would wake the queue.
  const state = async () => (await jobs.ask(id, client)).body.status;
  for (const startMs = performance.now(); (await state()) !== 'done'; await sleep(100))
    expect(performance.now() - startMs).toBeLessThan(10_000);
});
