import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Attestation, type Attested, bytes, text } from './passkeys.js';

interface Maker {
  certificate: Buffer;
  privateKey: KeyObject;
}

/**
 * Creates an authenticator maker's certificate (WebAuthn, section 8.2.1).
 * @param crlUrl URL of its revocation list
 */
export function makerCertificate(crlUrl: string): Maker {
  const directory = mkdtempSync(join(tmpdir(), 'maker-'));
  const [cert, key] = [join(directory, 'maker.crt'), join(directory, 'maker.key')];
  try {
    execFileSync(
      'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-noenc',
          '-days',
          '2',
        ],
        ...['-subj', '/C=DE/O=Maker/OU=Authenticator Attestation/CN=Maker', '-keyout', key, '-out', cert],
        ...[
          '-addext',
          'basicConstraints=critical,CA:FALSE',
          '-addext',
          `crlDistributionPoints=URI:${crlUrl}`,
        ],
      ],
      { stdio: 'ignore' },
    );
    return {
      certificate: new X509Certificate(readFileSync(cert)).raw,
      privateKey: createPrivateKey(readFileSync(key)),
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();
const ES256 = Buffer.from([0x26]);
const listOfOne = Buffer.from([0x81]);
/** A CBOR map with these members as an attestation statement. */
const statement = (format: string, ...members: Buffer[]) =>
  Buffer.concat([text(format), text('attStmt'), Buffer.from([0xa0 | (members.length / 2)]), ...members]);

function packedSignature({ authenticatorData, clientData }: Attested, privateKey: KeyObject): Buffer {
  return bytes(sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey));
}

/** Self attestation with the passkey's own key (WebAuthn, section 8.2). */
export const packedBySelf: Attestation = (attested) =>
  statement(
    'packed',
    ...[text('alg'), ES256],
    ...[text('sig'), packedSignature(attested, attested.keys.privateKey)],
  );

/** Attestation with a maker's key (WebAuthn, section 8.2). */
export const packedByMaker =
  ({ certificate, privateKey }: Maker): Attestation =>
  (attested) =>
    statement(
      'packed',
      ...[text('alg'), ES256],
      ...[text('sig'), packedSignature(attested, privateKey)],
      ...[text('x5c'), Buffer.concat([listOfOne, bytes(certificate)])],
    );

/** FIDO U2F attestation (WebAuthn, section 8.6). */
export const fidoU2fByMaker =
  ({ certificate, privateKey }: Maker): Attestation =>
  ({ authenticatorData, clientData, id, keys }) => {
    const { x, y } = keys.publicKey.export({ format: 'jwk' });
    const signed = Buffer.concat([
      Buffer.from([0]),
      authenticatorData.subarray(0, 32),
      sha256(clientData),
      id,
      Buffer.from([4]),
      ...[x, y].map((coordinate) => Buffer.from(coordinate!, 'base64url')),
    ]);
    return statement(
      'fido-u2f',
      ...[text('sig'), bytes(sign('sha256', signed, privateKey))],
      ...[text('x5c'), Buffer.concat([listOfOne, bytes(certificate)])],
    );
  };

/**
 * Encodes the attestation as a text that decoders read in two ways: those that decode a dot as zero bits see it as is;
 * those that skip dots, such as Node's, see one without a maker.
 */
export function withHiddenMaker(attestationObject: string): string {
  const [, ...members] = Buffer.from(attestationObject, 'base64url');
  const shown = Buffer.alloc(0x63);
  const none = [text('none'), text('attStmt'), Buffer.from([0xa0]), text('x'), Buffer.from([0])];
  Buffer.concat([Buffer.from('fmt'), ...none, text('y'), Buffer.from([0])]).copy(shown);
  // { "pad": the three bytes of the dots or, without those, the three that follow; "a": h'fmt…', … }
  const before = Buffer.concat([Buffer.from([0xa5]), text('pad'), Buffer.from([0x43])]);
  const after = Buffer.concat([text('a'), Buffer.from([0x58, shown.length]), shown, Buffer.from(members)]);
  return `${before.toString('base64url')}....${after.toString('base64url')}`;
}
