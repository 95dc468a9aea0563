import { setTimeout as delay } from 'node:timers/promises';
import { type EntityManager, MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MailsService } from '../../../src/mail/mails.service.js';
import { OutboxService } from '../../../src/mail/outbox.service.js';
import { htmlOf, MailServer, textOf } from '../../support/mail-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: MailServer;
let app: TestApp;
/** What the server answers to the text of the next messages; without an entry it takes them. */
const answers: ((cut: () => void) => Error | undefined)[] = [];
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
        const error = answers.shift()?.(() => server.cutConnections());
        done(error ?? null);
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
const queue = (recipient: string, subject = 'A note') =>
  context((em) =>
    em.transactional((inner) =>
      Promise.resolve(app.app.get(MailsService).queue(inner, { kind: 'note', recipient, data: { subject } })),
    ),
  );
async function untilState(recipient: string, ...states: string[]): Promise<Record<string, unknown>> {
  for (;;) {
    const [row] = await app.runSql('select * from mails where recipient = ?', [recipient]);
    if (states.includes(row.state as string) && (row.state !== 'queued' || row.error !== null)) return row;
    await delay(50);
  }
}
const messagesTo = (recipient: string) => server.received.filter(({ to }) => to.includes(recipient));
const busy = (responseCode: number) => () => Object.assign(new Error('Not this one'), { responseCode });

it('writes a message as plain text and as HTML, in which a text is nothing but text', async () => {
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

it('tries again with the same Message-ID what is refused for now, later each time', async () => {
  answers.push(busy(451), busy(451));
  await queue('later@example.com');
  const due = async () => {
    const [{ seconds }] = await app.runSql(
      `select extract(epoch from next_attempt_at - now())::int as seconds from mails where recipient = 'later@example.com'`,
    );
    return seconds as number;
  };
  const hurry = () =>
    app.runSql(`update mails set next_attempt_at = now(), error = null where state = 'queued'`);

  await untilState('later@example.com', 'queued');
  expect(Math.abs((await due()) - 30)).toBeLessThan(20);
  await hurry();
  await untilState('later@example.com', 'queued');
  expect(Math.abs((await due()) - 60)).toBeLessThan(20);
  await hurry();
  expect(await untilState('later@example.com', 'sent')).toMatchObject({ attempts: 3, error: null });

  const ids = messagesTo('later@example.com').map(({ raw }) => /^Message-ID: .*$/m.exec(raw)![0]);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
});

it('gives up after two days', async () => {
  answers.push(busy(451));
  await queue('old@example.com');
  await app.runSql(
    `update mails set created_at = now() - interval '49 hours' where recipient = 'old@example.com'`,
  );

  expect(await untilState('old@example.com', 'failed')).toMatchObject({ attempts: 1 });
});

it('gives up at once what is refused for good', async () => {
  answers.push(busy(550));
  await queue('refused@example.com');

  const row = await untilState('refused@example.com', 'failed');
  expect(row).toMatchObject({ attempts: 1, error: expect.stringContaining('Not this one') });
  expect(app.logLines.join('')).not.toContain('refused@example.com');
});

it('never sends again what the server may have taken', async () => {
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

it('is never taken by two processes at once', async () => {
  const outbox = app.app.get(OutboxService);
  const { em } = app.app.get(MikroORM);
  // Other rows are locked, as by processes that take them, and are passed over.
  for (let number = 0; number < 6; number += 1)
    await app.runSql(
      `insert into mails select ?, 'none', 'two@example.com', null, '{}', 'queued', 0, now() + interval '1 hour', now(), null, null`,
      [`msg_two${number}`],
    );
  await em.fork().transactional(async (other) => {
    await other.execute(`update mails set next_attempt_at = now() where recipient = 'two@example.com'`);
    expect(await context(() => outbox.claim())).toBeUndefined();
    await other.execute(
      `update mails set next_attempt_at = now() + interval '1 hour' where recipient = 'two@example.com'`,
    );
  });
  await em.fork().transactional(async (first) => {
    await first.execute(
      `update mails set next_attempt_at = now() where id in ('msg_two0', 'msg_two1', 'msg_two2')`,
    );
  });
  const claims = await Promise.all(Array.from({ length: 8 }, () => context(() => outbox.claim())));
  const ids = claims.flatMap((claim) => claim?.id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
});

it('calls what a killed process left on its way unconfirmed, and lets go of it after a month', async () => {
  await app.runSql(
    `insert into mails select 'msg_killed', 'none', 'killed@example.com', null, '{}', 'sending', 1, now(), now(), null, null`,
  );
  await app.runSql(
    `insert into mails select 'msg_month', 'none', 'month@example.com', null, '{}', 'sent', 1, now(), now(), now() - interval '31 days', null`,
  );
  await context(() => app.app.get(OutboxService).tidy());

  expect(await untilState('killed@example.com', 'unconfirmed')).toMatchObject({ attempts: 1 });
  expect(await app.runSql(`select 1 from mails where id = 'msg_month'`)).toEqual([]);
});
