import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { SMTPServerOptions } from 'smtp-server';
import type { MailSettings } from '../../../../src/core/config/mail-settings.js';
import { deliver } from '../../../../src/core/mail/deliver.js';
import { CertificateAuthority, describeWithCertificates } from '../../../support/certificates.js';
import { MailServer } from '../../../support/mail-server.js';

const FROM = { name: 'Example Weather', address: 'weather@example.com' };
const MESSAGE = Buffer.from('Subject: Test\r\n\r\nText.\r\n.\r\n');

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function start(options?: SMTPServerOptions): Promise<MailServer> {
  const server = await MailServer.start(options);
  running.push(server);
  return server;
}

/** Starts a server whose replies to commands come from the function; undefined closes the connection. */
async function startScripted(answer: (line: string) => string | undefined): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write('220 mail.example.com\r\n');
    socket.on('data', (bytes) => {
      const reply = answer(bytes.toString());
      if (reply === undefined) socket.destroy();
      else if (reply !== '') socket.write(`${reply}\r\n`);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  running.push({
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  });
  return (server.address() as { port: number }).port;
}

const settings = (port: number, others: Partial<MailSettings> = {}): MailSettings => ({
  host: 'localhost',
  port,
  tls: 'off',
  from: FROM,
  ...others,
});

function send(
  given: MailSettings,
  beforeText = () => Promise.resolve(),
  signal = new AbortController().signal,
) {
  const { address: from } = FROM;
  return deliver(given, { from, to: 'ada@example.com', message: MESSAGE, beforeText, signal });
}

it('delivers the message unchanged, after announcing the text', async () => {
  const server = await start();
  let before: number | undefined;
  await send(settings(server.port), () => {
    before = server.received.length;
    return Promise.resolve();
  });

  expect(before).toBe(0);
  expect(server.received).toEqual([
    { from: 'weather@example.com', to: ['ada@example.com'], raw: 'Subject: Test\r\n\r\nText.\r\n.\r\n' },
  ]);
});

it('names domains in ASCII, since a server may not know SMTPUTF8', async () => {
  const lines: string[] = [];
  const port = await startScripted((text) => {
    lines.push(...text.split('\r\n').filter(Boolean));
    if (text.startsWith('DATA')) return '354 go on';
    return text.startsWith('QUIT') ? '221 bye' : '250 ok';
  });
  const [from, to] = ['wetter@bücher.example', 'uma@straße.example'];
  const signal = new AbortController().signal;
  await deliver(settings(port), { from, to, message: MESSAGE, beforeText: () => Promise.resolve(), signal });
  // The names are those of Python's idna package.
  expect(lines.slice(1, 3)).toEqual([
    'MAIL FROM:<wetter@xn--bcher-kva.example>',
    'RCPT TO:<uma@xn--strae-oqa.example>',
  ]);
});

describe('a failure', () => {
  const script = (replies: Record<string, string | undefined>) => (line: string) => {
    const command = Object.keys(replies).find((each) => line.startsWith(each));
    if (command) return replies[command];
    if (line.startsWith('DATA')) return '354 go on';
    if (line.startsWith('QUIT')) return '221 bye';
    return '250 ok';
  };

  it.each([
    ['refused', 'is', 'for good, before the text', { RCPT: '550 no such mailbox' }],
    ['refused', 'is', 'for good, after the text', { Subject: '554 looks like spam' }],
    ['not-yet', 'is', 'for now, before the text', { RCPT: '451 try later' }],
    ['not-yet', 'is', 'for now, after the text', { Subject: '452 no room' }],
    ['not-yet', 'is', 'of a connection that breaks before the text', { RCPT: undefined }],
    ['unknown', 'is', 'of a connection that breaks after the text', { Subject: undefined }],
  ])('is %s if it %s %s', async (failure, _, __, replies) => {
    const port = await startScripted(script(replies));
    await expect(send(settings(port))).rejects.toMatchObject({ failure });
  });

  it('is not-yet if nothing listens', async () => {
    const server = await MailServer.start();
    await server.stop();
    await expect(send(settings(server.port))).rejects.toMatchObject({ failure: 'not-yet' });
  });

  it('is not-yet if the mark can’t be set, and the text is not sent', async () => {
    const server = await start();
    const given = settings(server.port);
    const marked = send(given, () => Promise.reject(new Error('The database is away.')));

    await expect(marked).rejects.toMatchObject({ failure: 'not-yet', message: 'The database is away.' });
    expect(server.received).toEqual([]);
  });

  it('is not-yet if the process stops before the text', async () => {
    const port = await startScripted(script({ MAIL: '' }));
    const stopping = new AbortController();
    const sent = send(settings(port), undefined, stopping.signal);
    setTimeout(() => stopping.abort(), 200);

    await expect(sent).rejects.toMatchObject({ failure: 'not-yet' });
  });
});

describeWithCertificates('TLS', () => {
  const usual = getCACertificates('default');
  let directory: string;
  let certificates: { key: string; cert: string };
  let wrongName: { key: string; cert: string };
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'mail-'));
    const authority = CertificateAuthority.create(directory, 'authority');
    const read = (files: { key: string; cert: string }) => ({
      key: readFileSync(files.key, 'utf8'),
      cert: readFileSync(files.cert, 'utf8'),
    });
    certificates = read(authority.issue('localhost', 'DNS:localhost'));
    wrongName = read(authority.issue('elsewhere', 'DNS:elsewhere.example.com'));
    setDefaultCACertificates([...usual, readFileSync(authority.cert, 'utf8')]);
  });
  afterAll(() => {
    setDefaultCACertificates(usual);
    rmSync(directory, { recursive: true });
  });

  const credentials = { user: 'ada', password: 'p@ss word' };
  const tried: string[] = [];
  const withPassword = (secure: boolean): SMTPServerOptions => ({
    ...certificates,
    secure,
    authOptional: false,
    onAuth: ({ username, password }, _, done) => {
      tried.push(`${username} ${password}`);
      if (username === credentials.user && password === credentials.password) done(null, { user: username });
      else done(new Error('Wrong password'));
    },
  });

  it.each(['implicit', 'starttls'] as const)('works with a password (%s)', async (tls) => {
    const server = await start(withPassword(tls === 'implicit'));
    await send(settings(server.port, { tls, credentials }));

    expect(server.received).toHaveLength(1);
    expect(tried.splice(0)).toEqual(['ada p@ss word']);
  });

  it('is not-yet if the password is wrong, since the operator can fix it', async () => {
    const server = await start(withPassword(true));
    const wrong = settings(server.port, { tls: 'implicit', credentials: { user: 'ada', password: 'x' } });

    await expect(send(wrong)).rejects.toMatchObject({ failure: 'not-yet' });
    tried.splice(0);
  });

  it('sends nothing, including the password, to a server with another name', async () => {
    const server = await start({ ...withPassword(true), ...wrongName });
    await expect(send(settings(server.port, { tls: 'implicit', credentials }))).rejects.toMatchObject({
      failure: 'not-yet',
    });
    expect([tried, server.received]).toEqual([[], []]);
  });

  it('sends nothing to a server with an unknown certificate authority', async () => {
    setDefaultCACertificates(usual);
    const server = await start(withPassword(false));
    await expect(send(settings(server.port, { tls: 'starttls', credentials }))).rejects.toMatchObject({
      failure: 'not-yet',
    });
    expect([tried, server.received]).toEqual([[], []]);
  });

  it('sends nothing to a server without STARTTLS', async () => {
    const server = await start();
    await expect(send(settings(server.port, { tls: 'starttls' }))).rejects.toMatchObject({
      failure: 'not-yet',
    });
    expect(server.received).toEqual([]);
  });
});
