import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A message as received: the envelope, and every byte of headers and text. */
export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
}

/** A real mail server in this process, on its own port, that keeps the messages it receives. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  private readonly arrivals: (() => void)[] = [];

  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
  ) {}

  /** @param options without certificates the server offers no TLS */
  static async start(options: SMTPServerOptions = {}): Promise<MailServer> {
    const kept: { mails?: MailServer } = {};
    const server = new SMTPServer({
      disabledCommands: options.key === undefined ? ['AUTH', 'STARTTLS'] : [],
      authOptional: true,
      logger: false,
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          kept.mails!.keep({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString(),
          });
          done();
        });
      },
      ...options,
    });
    // Clients get their protocol errors in the response.
    server.on('error', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    return (kept.mails = new MailServer(server, (server.server.address() as AddressInfo).port));
  }

  keep(mail: ReceivedMail): void {
    this.received.push(mail);
    for (const arrived of this.arrivals.splice(0)) arrived();
  }

  /** The messages received so far with this subject. */
  about(subject: string): ReceivedMail[] {
    return this.received.filter(({ raw }) => raw.includes(`\r\nSubject: ${subject}\r\n`));
  }

  /** Waits for the message with this subject and index, counted from 0. */
  async mail(index: number, subject: string): Promise<ReceivedMail> {
    while (this.about(subject).length <= index)
      await new Promise<void>((arrived) => this.arrivals.push(arrived));
    return this.about(subject)[index];
  }

  /** Waits for a message with this subject to the recipient, and returns the newest. */
  async mailTo(recipient: string, subject: string): Promise<ReceivedMail> {
    for (;;) {
      const mail = this.about(subject).findLast(({ to }) => to.includes(recipient));
      if (mail) return mail;
      await new Promise<void>((arrived) => this.arrivals.push(arrived));
    }
  }

  /** Closes all connections. */
  cutConnections(): void {
    for (const connection of this.server.connections) (connection as { _socket: Socket })._socket.destroy();
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

/** Returns a message's plain text. */
export function textOf({ raw }: ReceivedMail): string {
  return partOf(raw, 'text/plain');
}

export function htmlOf({ raw }: ReceivedMail): string {
  return partOf(raw, 'text/html');
}

function partOf(raw: string, type: string): string {
  const [, boundary] = /boundary="([^"]+)"/.exec(raw)!;
  const part = raw.split(`--${boundary}`).find((each) => each.includes(`Content-Type: ${type}`))!;
  const [head, ...body] = part.trimStart().split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (/encoding: base64/i.test(head)) return Buffer.from(text, 'base64').toString();
  if (!/encoding: quoted-printable/i.test(head)) return text;
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
