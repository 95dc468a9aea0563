import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../../../src/core/http/identifier.js';
import { signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { itRefusesParameters } from '../../../support/list-refusals.js';
import { MailServer } from '../../../support/mail-server.js';
import { expectProblem } from '../../../support/problems.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

interface Mail {
  id: string;
  state: string;
}
interface Listed {
  data: Mail[];
  next_cursor: string | null;
}

let server: MailServer;
let app: TestApp;
let admin: SignedInCaller;
let member: SignedInCaller;
beforeAll(async () => {
  server = await MailServer.start();
  app = await startTestApp({
    SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=off`,
    MAIL_FROM: 'Example Weather <weather@example.com>',
  });
  admin = await signedInCaller(app);
  member = await signedInCaller(app);
  // A message is marked as sent only after the server has received it.
  while ((await list('?state=sent')).data.length < 2) await delay(50);
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

const list = async (query = '') => (await admin.get<Listed>(`/v1/mails${query}`)).body;
async function untilSent(id: string): Promise<Mail> {
  for (;;) {
    const { data } = await list('?state=sent');
    const found = data.find((mail) => mail.id === id);
    if (found) return found;
    await delay(50);
  }
}

describe('GET /v1/mails', () => {
  it('lists the messages, newest first, without their texts', async () => {
    const { data } = await list('?state=sent');
    const of = ({ email, accountId }: SignedInCaller) => ({
      id: expect.stringMatching(/^msg_/),
      kind: 'email-verification',
      recipient: email,
      account_id: accountId,
      state: 'sent',
      attempts: 1,
      next_attempt_at: null,
      error: null,
      queued_at: expect.stringMatching(/Z$/),
      ended_at: expect.stringMatching(/Z$/),
    });
    expect(data).toEqual([of(member), of(admin)]);

    const first = await list('?state=sent&limit=1');
    expect(first.data).toEqual([data[0]]);
    expect((await list(`?state=sent&limit=1&cursor=${first.next_cursor}`)).data).toEqual([data[1]]);
    expect((await list('?state=failed')).data).toEqual([]);
  });

  it('is only for administrators', async () => {
    expectProblem(await member.get('/v1/mails'), 403, 'forbidden', { instance: '/v1/mails' });
  });

  itRefusesParameters(() => admin, '/v1/mails', [['state', 'state=lost']]);
});

describe('POST /v1/mails/{mailId}/retry', () => {
  let id: string;
  const retry = (by = admin, mailId = id) => by.post<Mail>(`/v1/mails/${mailId}/retry`);
  const instance = () => `/v1/mails/${id}/retry`;
  beforeEach(() => {
    id = newId('msg');
  });
  const insert = (state: string) =>
    app.runSql(
      `insert into mails select ?, 'email-verification', ?, ?, '{}', ?, 9, now() + interval '1 hour', now() - interval '9 days',
       case when ? in ('failed', 'unconfirmed', 'sent') then now() end, 'SMTP 451'`,
      [id, member.email, member.accountId, state, state],
    );

  it.each(['failed', 'unconfirmed'])(
    'resends a message that is %s, as if it were new, and audits it',
    async (state) => {
      await insert(state);
      const { length } = server.received;
      const answer = await retry();

      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ id, state: 'queued', ended_at: null });
      expect(await untilSent(id)).toMatchObject({ attempts: 10, error: null });
      expect(server.received.slice(length).map(({ to }) => to)).toEqual([[member.email]]);
      const [event] = await app.runSql(
        `select action, actor_account_id as actor, account_id as account, details from audit_events where target_id = ?`,
        [id],
      );
      expect(event).toEqual({
        action: 'mail.retried',
        actor: admin.accountId,
        account: member.accountId,
        details: { kind: 'email-verification' },
      });
    },
  );

  it.each(['queued', 'sending', 'sent'])('refuses a message that is %s', async (state) => {
    await insert(state);
    expectProblem(await retry(), 409, 'conflict', { instance: instance() });
    await app.runSql('delete from mails where id = ?', [id]);
  });

  it('is only for administrators and existing messages', async () => {
    expectProblem(await retry(member), 403, 'forbidden', { instance: instance() });
    expectProblem(await retry(), 404, 'not_found', { instance: instance() });
  });
});
