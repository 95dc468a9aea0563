import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Answer, ApiCaller } from './api-caller.js';
import { FACTORS } from './factors.js';

export const PASSKEY = `${FACTORS}/passkey`;
export const SIGN_IN = '/v1/sessions/passkey';

/** Flags of authenticator data (WebAuthn, section 6.1). */
const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

export interface PasskeyOptions {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
  allowCredentials?: { id: string }[];
  excludeCredentials?: { id: string }[];
}

/** How a response differs from a correct one. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  isVerified?: boolean;
  isPresent?: boolean;
  count?: number;
  userHandle?: string;
  credentialId?: string;
}

/** Origin of a service with passkeys. */
export const ORIGIN = 'https://weather.example';

/** Responses that differ from what the service at `ORIGIN` requested. */
export const WRONG_ANSWERS: [string, Deviation][] = [
  ['another site', { origin: 'https://weather.example.net' }],
  ['another port', { origin: `${ORIGIN}:8443` }],
  ['the same site without TLS', { origin: 'http://weather.example' }],
  ['the authenticator data of another site', { rpId: 'example' }],
  ['another challenge', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
  ['another ceremony', { type: 'webauthn.payment' }],
  ['a person who was not verified', { isVerified: false }],
  ['nobody who was there', { isPresent: false, isVerified: false }],
];

/** The data that an authenticator's attestation signs. */
export interface Attested {
  authenticatorData: Buffer;
  clientData: Buffer;
  /** ID of the credential. */
  id: Buffer;
  keys: { privateKey: KeyObject; publicKey: KeyObject };
}
/** Returns the format and statement of an attestation object, in CBOR. */
export type Attestation = (attested: Attested) => Buffer;

/** An authenticator with its browser, by WebAuthn level 2: ES256 keys, no attestation. */
export class SoftwarePasskey {
  id = randomBytes(16).toString('base64url');
  userHandle = '';
  count = 0;
  private readonly keys: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });

  constructor(private readonly origin: string) {}

  /** The result of `navigator.credentials.create()`. */
  create(options: PasskeyOptions, deviation: Deviation & { attestation?: Buffer | Attestation } = {}) {
    this.userHandle = options.user!.id;
    const id = Buffer.from(deviation.credentialId ?? this.id, 'base64url');
    const authenticatorData = Buffer.concat([
      this.head(options.rp!.id, HAS_CREDENTIAL, deviation),
      Buffer.alloc(16),
      uint16(id.length),
      id,
      this.coseKey(),
    ]);
    const clientData = this.clientData('webauthn.create', options, deviation);
    const { attestation } = deviation;
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      ...(attestation === undefined
        ? [text('none'), text('attStmt'), Buffer.from([0xa0])]
        : [
            typeof attestation === 'function'
              ? attestation({ authenticatorData, clientData, id, keys: this.keys })
              : attestation,
          ]),
      text('authData'),
      bytes(authenticatorData),
    ]);
    return this.credential(deviation, {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The result of `navigator.credentials.get()`. */
  get(options: PasskeyOptions, deviation: Deviation = {}) {
    this.count += 1;
    const authenticatorData = this.head(options.rpId!, 0, deviation);
    const clientData = this.clientData('webauthn.get', options, deviation);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    return this.credential(deviation, {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.keys.privateKey).toString('base64url'),
      userHandle: deviation.userHandle ?? this.userHandle,
    });
  }

  private credential<T>({ credentialId = this.id }: Deviation, response: T) {
    const clientExtensionResults = {};
    return { id: credentialId, rawId: credentialId, type: 'public-key', response, clientExtensionResults };
  }

  private clientData(type: string, options: PasskeyOptions, deviation: Deviation): Buffer {
    const { challenge = options.challenge, origin = this.origin } = deviation;
    return Buffer.from(
      JSON.stringify({ type: deviation.type ?? type, challenge, origin, crossOrigin: false }),
    );
  }

  private head(rpId: string, flags: number, deviation: Deviation): Buffer {
    const { isPresent = true, isVerified = true, count = this.count } = deviation;
    const all = flags | (isPresent ? USER_PRESENT : 0) | (isVerified ? USER_VERIFIED : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    const hash = createHash('sha256')
      .update(deviation.rpId ?? rpId)
      .digest();
    return Buffer.concat([hash, Buffer.from([all]), counter]);
  }

  /** RFC 9053, section 7.1.1: { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }. */
  private coseKey(): Buffer {
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(Buffer.from(x!, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y!, 'base64url')),
    ]);
  }
}

/** CBOR (RFC 8949) of a text shorter than 24 bytes. */
export function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)]);
}

/** CBOR of a byte string of 24 bytes or more. */
export function bytes(value: Buffer): Buffer {
  const { length } = value;
  const head =
    length < 256 ? Buffer.from([0x58, length]) : Buffer.concat([Buffer.from([0x59]), uint16(length)]);
  return Buffer.concat([head, value]);
}

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16BE(value);
  return buffer;
}

/** Returns the options that the service sends to a browser. */
export async function optionsOf(caller: ApiCaller, path: string, body?: object): Promise<PasskeyOptions> {
  const answer = await caller.post<{ options: PasskeyOptions }>(`${path}/options`, body);
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.options;
}

export interface AddedPasskey {
  id: string;
  passkey: SoftwarePasskey;
  recoveryCodes: string[];
}

/** Adds a passkey to the caller's account. */
export async function addPasskey(caller: ApiCaller, origin: string, name?: string): Promise<AddedPasskey> {
  const passkey = new SoftwarePasskey(origin);
  const credential = passkey.create(await optionsOf(caller, PASSKEY));
  const { status, body } = await caller.post<{ factor: { id: string }; recovery_codes: string[] }>(PASSKEY, {
    credential,
    ...(name !== undefined && { name }),
  });
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return { id: body.factor.id, passkey, recoveryCodes: body.recovery_codes };
}

export async function signInWithPasskey(
  caller: ApiCaller,
  passkey: SoftwarePasskey,
  deviation?: Deviation,
): Promise<Answer> {
  const credential = passkey.get(await optionsOf(caller, SIGN_IN), deviation);
  return caller.post(SIGN_IN, { credential });
}
