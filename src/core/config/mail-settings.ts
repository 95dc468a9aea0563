import { isEmail } from 'class-validator';
import type { EnvironmentReader } from './environment-reader.js';

const URL_NAME = 'SMTP_URL';
const FROM_NAME = 'MAIL_FROM';
const USUAL_URL = 'smtp://user:password@mail.example.com:587';
const SUBMISSION_PORT = 587;
const TLS_PORT = 465;

/** The server that sends mail, and the sender. */
export interface MailSettings {
  host: string;
  port: number;
  /** TLS from the first byte, after STARTTLS, or not at all (for a relay in the same network). */
  tls: 'implicit' | 'starttls' | 'off';
  /** Absent: the server requires none. */
  credentials?: { user: string; password: string };
  /** An empty name: the address only. */
  from: { name: string; address: string };
}

/** Returns undefined if the service sends no mail. */
export function mailSettings(reader: EnvironmentReader): MailSettings | undefined {
  const url = reader.url(URL_NAME, ['smtp:', 'smtps:']);
  const from = sender(reader);
  const isUrlGiven = reader.text(URL_NAME) !== undefined;
  if (url !== undefined && reader.text(FROM_NAME) === undefined)
    reader.fault(URL_NAME, 'requires MAIL_FROM', undefined);
  if (!isUrlGiven && from) reader.fault(FROM_NAME, 'requires SMTP_URL', undefined);
  const server = url === undefined ? undefined : readServer(reader, new URL(url));
  return server && from && { ...server, from };
}

/** Faults don't repeat the value, which may contain a password. */
function readServer(reader: EnvironmentReader, url: URL): Omit<MailSettings, 'from'> | undefined {
  const { hostname, pathname, searchParams, hash } = url;
  const parameters = [...searchParams].map(([name, value]) => `${name}=${value}`);
  const isPlain = parameters[0] === 'tls=off';
  const credentials = readCredentials(url);
  if (!hostname || hash || pathname.length > 1 || !credentials || parameters.length > Number(isPlain))
    return reader.fault(URL_NAME, `must be a URL like ${USUAL_URL}`, undefined);
  const isImplicit = url.protocol === 'smtps:';
  if (isPlain && (isImplicit || credentials.user !== ''))
    return reader.fault(URL_NAME, 'must not have tls=off with smtps or a password', undefined);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isImplicit ? TLS_PORT : SUBMISSION_PORT),
    tls: isPlain ? 'off' : isImplicit ? 'implicit' : 'starttls',
    ...(credentials.user !== '' && { credentials }),
  };
}

/** Returns undefined unless both parts are given or both are empty. */
function readCredentials({ username, password }: URL): MailSettings['credentials'] {
  if ((username === '') !== (password === '')) return undefined;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}

/** Reads `Example Weather <weather@example.com>`, or just the address. */
function sender(reader: EnvironmentReader): MailSettings['from'] | undefined {
  const text = reader.text(FROM_NAME);
  if (text === undefined) return undefined;
  const [, name, address] = /^([^<>"\p{C}]*)<([^<>]*)>$/u.exec(text) ?? ['', '', text];
  if (isEmail(address)) return { name: name.trim(), address };
  return reader.fault(
    FROM_NAME,
    `must be like Example Weather <weather@example.com>, not "${text}"`,
    undefined,
  );
}
