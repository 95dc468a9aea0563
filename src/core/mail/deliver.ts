import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailSettings } from '../config/mail-settings.js';
import { withAsciiDomain } from '../network/domain-name.js';

/** `refused`: permanently. `not-yet`: not accepted, can be retried. `unknown`: the server may have accepted it. */
export type DeliveryFailure = 'refused' | 'not-yet' | 'unknown';

export class DeliveryError extends Error {
  constructor(
    readonly failure: DeliveryFailure,
    message: string,
    /** Names nobody: the server's reply, such as `SMTP reply 550`, or what happened, such as `ECONNECTION`. */
    readonly reason: string,
  ) {
    super(message);
  }
}

const CONNECT_MS = 10_000;
const ANSWER_MS = 120_000;
/** Limit for everything before the text. */
const PREPARE_MS = 60_000;

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
}

export interface Delivery {
  /** Addresses of the envelope. */
  from: string;
  to: string;
  /** Headers and text. */
  message: Buffer;
  /** Called when the server asks for the text, before any of it is sent. If it throws, no text is sent. */
  beforeText: () => Promise<void>;
  /** Aborts the attempt, unless the text has begun. */
  signal: AbortSignal;
}

/**
 * Delivers one message to the mail server, over a connection of its own. Verifies the server's certificate.
 * @throws DeliveryError that says whether the server may have accepted the message
 */
export async function deliver(settings: MailSettings, delivery: Delivery): Promise<void> {
  const connection = connectionTo(settings);
  let hasTextBegun = false;
  async function* text() {
    await delivery.beforeText();
    hasTextBegun = true;
    yield delivery.message;
  }
  const signal = AbortSignal.any([delivery.signal, AbortSignal.timeout(PREPARE_MS)]);
  const cancel = () => {
    if (!hasTextBegun) connection.close();
  };
  signal.addEventListener('abort', cancel);
  try {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const goOn = (next: () => void) => (error?: Error | null) => (error ? reject(error) : next());
      connection.on('error', reject);
      connection.on('end', () => reject(new Error('The connection ended.')));
      const send = () =>
        connection.send(
          // Servers without SMTPUTF8 know domains in ASCII alone.
          { from: withAsciiDomain(delivery.from), to: [withAsciiDomain(delivery.to)] },
          Readable.from(text()),
          goOn(resolve),
        );
      const { credentials } = settings;
      connection.connect(
        goOn(() =>
          credentials
            ? connection.login({ user: credentials.user, pass: credentials.password }, goOn(send))
            : send(),
        ),
      );
    });
    connection.quit();
  } catch (error) {
    connection.close();
    const { code, responseCode, message } = error as SmtpError;
    const isAnswer = responseCode !== undefined;
    const reason = isAnswer ? `SMTP reply ${responseCode}` : (code ?? 'no reply');
    if (hasTextBegun && !isAnswer) throw new DeliveryError('unknown', message, reason);
    const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
    const isTemporary = isAnswer && responseCode < 500;
    throw new DeliveryError(isAboutMessage && !isTemporary ? 'refused' : 'not-yet', message, reason);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function connectionTo({ host, port, tls }: MailSettings): SMTPConnection {
  return new SMTPConnection({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
  });
}
