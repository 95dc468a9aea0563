import { setTimeout as delay } from 'node:timers/promises';
import { type EntityManager, MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MailSenderService } from '../../../../src/core/mail/mail-sender.service.js';
import { MailsService, type QueuedMail } from '../../../../src/core/mail/mails.service.js';
import { OutboxService } from '../../../../src/core/mail/outbox.service.js';
import { htmlOf, MailServer, textOf } from '../../../support/mail-server.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let server: MailServer;
let app: TestApp;
/** How the server responds to the next messages. Without an entry, it accepts them. */
const answers: ((cut: () => void) => Error | undefined | Promise<Error | void>)[] = [];
beforeAll(async () => {
  server = await MailServer.start({
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        server.keep({
          from: '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        });
        const answer = Promise.resolve(answers.shift()?.(() => server.cutConnections()));
        void answer.then((error) => done(error ?? null));
      });
    },
  });
  app = await startTestApp({
    SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=off`,
    MAIL_FROM: 'Wetter für alle <weather@example.com>',
  });
  app.app.get(MailsService).addComposer('note', (_, { recipient, data }) =>
    Promise.resolve({
      to: recipient,
      content: {
        subject: String(data.subject),
        before: ['Two <b>paragraphs</b> & a link.'],
        link: { label: 'Open', url: 'https://weather.example/page#token=abc' },
      },
    }),
  );
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

const context = <T>(work: (em: EntityManager) => Promise<T>) => {
  const { em } = app.app.get(MikroORM);
  return RequestContext.create(em, () => work(em));
};
const queueAll = (mails: QueuedMail[]) =>
  context((em) =>
    em.transactional((inner) => {
      for (const mail of mails) app.app.get(MailsService).queue(inner, mail);
      return Promise.resolve();
    }),
  );
const queue = (recipient: string, subject = 'A note') =>
  queueAll([{ kind: 'note', recipient, data: { subject } }]);
async function untilState(recipient: string, ...states: string[]): Promise<Record<string, unknown>> {
  for (;;) {
    const [row] = await app.runSql('select * from mails where recipient = ?', [recipient]);
    if (states.includes(row.state as string) && (row.state !== 'queued' || row.error !== null)) return row;
    await delay(50);
  }
}
const messagesTo = (recipient: string) => server.received.filter(({ to }) => to.includes(recipient));
const busy = (responseCode: number) => () => Object.assign(new Error('Not this one'), { responseCode });

it('sends a message as plain text and as HTML, with all texts escaped', async () => {
  await queue('html@example.com', 'Grüße\r\nBcc: everybody@example.com');
  const row = await untilState('html@example.com', 'sent');
  const [mail] = messagesTo('html@example.com');

  expect(mail.to).toEqual(['html@example.com']);
  const [head] = mail.raw.split('\r\n\r\n');
  expect(head).toContain(`Message-ID: <${row.id as string}@example.com>`);
  expect(head).toContain('Auto-Submitted: auto-generated');
  expect(head).not.toMatch(/^Bcc:/im);
  expect(textOf(mail)).toContain('Open:\r\nhttps://weather.example/page#token=abc');
  expect(textOf(mail)).toContain('<b>paragraphs</b> & a link');
  expect(htmlOf(mail)).toContain('Two &lt;b&gt;paragraphs&lt;/b&gt; &amp; a link.');
  expect(htmlOf(mail)).toContain('href="https://weather.example/page#token=abc"');
  expect(htmlOf(mail)).not.toMatch(/<img|<script|<link|url\(|\ssrc=/);
});

it('retries what is temporarily rejected with the same Message-ID, with growing delays', async () => {
  answers.push(busy(451), busy(451), busy(451));
  await queue('later@example.com');
  const due = async () => {
    const [{ seconds }] = await app.runSql(
      `select extract(epoch from next_attempt_at - now())::int as seconds from mails where recipient = 'later@example.com'`,
    );
    return seconds as number;
  };
  const hurry = (queuedSecondsAgo: number, attempts: number) =>
    app.runSql(
      `update mails set next_attempt_at = now(), error = null, created_at = now() - make_interval(secs => ?), attempts = ?
       where state = 'queued'`,
      [queuedSecondsAgo, attempts],
    );

  await untilState('later@example.com', 'queued');
  expect(Math.abs((await due()) - 30)).toBeLessThan(20);
  await hurry(30, 1);
  await untilState('later@example.com', 'queued');
  expect(Math.abs((await due()) - 60)).toBeLessThan(20);
  // As after a retry by an administrator.
  await hurry(0, 12);
  await untilState('later@example.com', 'queued');
  expect(Math.abs((await due()) - 30)).toBeLessThan(20);
  await hurry(30, 13);
  expect(await untilState('later@example.com', 'sent')).toMatchObject({ attempts: 14, error: null });

  const ids = messagesTo('later@example.com').map(({ raw }) => /^Message-ID: .*$/m.exec(raw)![0]);
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(1);
});

it('gives up after two days', async () => {
  const { outcomes } = app.app.get(MailSenderService);
  const before = { ...outcomes };
  // Ages the message during the attempt. If it were older before, it might be given up without one.
  answers.push(async () => {
    await app.runSql(
      `update mails set created_at = now() - interval '49 hours' where recipient = 'old@example.com'`,
    );
    return busy(451)();
  });
  await queue('old@example.com');

  const row = await untilState('old@example.com', 'failed');
  expect(row).toMatchObject({ attempts: 1 });
  while (outcomes.failed === before.failed) await delay(10);
  expect(outcomes).toEqual({ ...before, failed: before.failed + 1 });
  expect(app.logLines.join('')).toContain(`Message ${row.id as string} is failed (SMTP reply 451).`);
});

it('gives up messages that nobody sent for two days, such as while mail was disabled', async () => {
  await app.runSql(
    `insert into mails select id, 'note', id, null, '{}', 'queued', 0, now() + interval '1 hour', now() - age, null, null
     from (values ('msg_off', interval '49 hours'), ('msg_young', interval '47 hours')) as given (id, age)`,
  );
  await context(() => app.app.get(OutboxService).tidy());

  const left = await app.runSql(
    `select id, state, error is null as "isQuiet", ended_at is null as "isOpen" from mails where id in ('msg_off', 'msg_young') order by id`,
  );
  expect(left).toEqual([
    { id: 'msg_off', state: 'failed', isQuiet: false, isOpen: false },
    { id: 'msg_young', state: 'queued', isQuiet: true, isOpen: true },
  ]);
});

it('sends other messages while the server is slow with one', async () => {
  let goOn!: () => void;
  answers.push(() => new Promise((resolve) => (goOn = resolve)));
  await queue('slow@example.com');
  await untilState('slow@example.com', 'sending');
  await queue('quick@example.com');
  await untilState('quick@example.com', 'sent');

  expect(await untilState('slow@example.com', 'sending')).toMatchObject({ state: 'sending' });
  goOn();
  await untilState('slow@example.com', 'sent');
});

it('delays the next message after one without a recipient as long as after one that is sent', async () => {
  answers.push(() => delay(300));
  await queue('first@example.com');
  await untilState('first@example.com', 'sent');
  const composedMs: number[] = [];
  app.app.get(MailsService).addComposer('nobody', () => {
    composedMs.push(performance.now());
    return Promise.resolve(undefined);
  });
  const nobody = { kind: 'nobody', recipient: 'nobody@example.com' };
  await queueAll(Array.from({ length: 6 }, () => nobody));
  while (composedMs.length < 6) await delay(20);

  expect(composedMs[5] - composedMs[0]).toBeGreaterThan(280);
});

it('gives up immediately on permanent rejections', async () => {
  answers.push(busy(550));
  await queue('refused@example.com');

  const row = await untilState('refused@example.com', 'failed');
  expect(row).toMatchObject({ attempts: 1, error: expect.stringContaining('Not this one') });
  const log = app.logLines.join('');
  expect(log).toContain(`Message ${row.id as string} is failed (SMTP reply 550).`);
  expect(log).not.toContain('refused@example.com');
});

it('never resends what the server may have accepted', async () => {
  answers.push((cut) => {
    cut();
    return undefined;
  });
  await queue('cut@example.com');
  expect(await untilState('cut@example.com', 'unconfirmed', 'queued')).toMatchObject({
    state: 'unconfirmed',
  });

  await app.runSql('update mails set next_attempt_at = now()');
  await queue('after@example.com');
  await untilState('after@example.com', 'sent');
  expect(messagesTo('cut@example.com')).toHaveLength(1);
});

it('is never claimed by two processes at once', async () => {
  const outbox = app.app.get(OutboxService);
  // Rows that another process has locked when they become due are skipped without waiting.
  const other = app.app.get(MikroORM).em.fork();
  for (let number = 0; number < 6; number += 1)
    await app.runSql(
      `insert into mails select ?, 'none', 'two@example.com', null, '{}', 'queued', 0, now() + interval '1 hour', now(), null, null`,
      [`msg_two${number}`],
    );
  const dueIn = (interval: string) =>
    `update mails set next_attempt_at = now() + interval '${interval}' where recipient = 'two@example.com'`;
  await app.runSql(dueIn('2 seconds'));
  await other.begin();
  await other.execute(`select 1 from mails where recipient = 'two@example.com' for update`);
  await other.execute('select pg_sleep(2.1)');
  expect(await context(() => outbox.claim())).toBeUndefined();
  await other.execute(dueIn('1 hour'));
  await other.commit();

  await app.runSql(
    `update mails set next_attempt_at = now() where id in ('msg_two0', 'msg_two1', 'msg_two2')`,
  );
  const claims = await Promise.all(Array.from({ length: 8 }, () => context(() => outbox.claim())));
  const ids = claims.flatMap((claim) => claim?.id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  // The service's own sender may have claimed some of them.
  const attempts = `select attempts from mails where id in ('msg_two0', 'msg_two1', 'msg_two2')`;
  expect(await app.runSql(attempts)).toEqual(Array(3).fill({ attempts: 1 }));
});

it('marks what a killed process was sending as unconfirmed', async () => {
  await app.runSql(
    `insert into mails select 'msg_killed', 'none', 'killed@example.com', null, '{}', 'sending', 1, now(), now(), null, null`,
  );
  await context(() => app.app.get(OutboxService).tidy());

  expect(await untilState('killed@example.com', 'unconfirmed')).toMatchObject({ attempts: 1 });
});
