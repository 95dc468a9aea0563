import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import { MINUTE_MS } from '../../../core/time/index.js';
import type { Account } from '../../account.entity.js';
import { Configuration } from '../../../core/config/index.js';
import type { Factor } from '../factor.entity.js';
import type { PasskeyPurpose } from './passkey-challenge.entity.js';
import { type ChallengeUse, PasskeyChallengesService } from './passkey-challenges.service.js';
import type { PasskeyRequest } from './passkey-options.dto.js';

/** Imported on first use: it loads slowly and isn't needed at startup. */
const webAuthn = () => import('@simplewebauthn/server');

/** Timeout of the browser's dialog. The challenge itself expires on its own. */
const TIMEOUT_MS = 5 * MINUTE_MS;

/** A browser's response to a challenge, which has been used. */
export interface PasskeyAnswer<T> {
  response: T;
  challenge: string;
  purpose: PasskeyPurpose;
}
export type PasskeyAssertion = PasskeyAnswer<AuthenticationResponseJSON>;

/**
 * Passkeys (WebAuthn): public keys, whose private keys stay with the person. All of them are discoverable and verify
 * the person, so that each can sign in alone and is also a second factor.
 */
@Injectable()
export class PasskeysService {
  private readonly site: URL;

  constructor(
    private readonly challenges: PasskeyChallengesService,
    configuration: Configuration,
  ) {
    this.site = new URL(configuration.publicUrl);
  }

  /** Browsers support passkeys only for host names, not for IP addresses, and only over https or on localhost. */
  get areOn(): boolean {
    const { protocol, hostname } = this.site;
    const isName = !hostname.startsWith('[') && isIP(hostname) === 0;
    return isName && (protocol === 'https:' || /(^|\.)localhost$/.test(hostname));
  }

  /** Requests a passkey that the account doesn't have yet. */
  async requestNew(account: Account, has: Factor[], sessionId: string): Promise<PasskeyRequest> {
    const { challenge, expiresAt } = await this.challenges.begin({ purpose: 'add', recipient: sessionId });
    const { generateRegistrationOptions } = await webAuthn();
    const options = await generateRegistrationOptions({
      rpID: this.site.hostname,
      rpName: this.site.host,
      userID: Buffer.from(account.id),
      userName: account.email,
      userDisplayName: account.fullName,
      challenge: Buffer.from(challenge, 'base64url'),
      timeout: TIMEOUT_MS,
      excludeCredentials: credentialsOf(has),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { options, expiresAt };
  }

  /** @param factors the passkeys to choose from; if empty, any that the browser has */
  async request(use: ChallengeUse, factors: Factor[] = []): Promise<PasskeyRequest> {
    const { challenge, expiresAt } = await this.challenges.begin(use);
    const { generateAuthenticationOptions } = await webAuthn();
    const options = await generateAuthenticationOptions({
      rpID: this.site.hostname,
      challenge: Buffer.from(challenge, 'base64url'),
      timeout: TIMEOUT_MS,
      allowCredentials: credentialsOf(factors),
      userVerification: 'required',
    });
    return { options, expiresAt };
  }

  /**
   * Uses the challenge of the response. Returns undefined if it has expired, was used, or was given for another use.
   */
  async receive<T extends AuthenticationResponseJSON | RegistrationResponseJSON>(
    response: T,
    use: ChallengeUse,
  ): Promise<PasskeyAnswer<T> | undefined> {
    const challenge = challengeOf(response);
    if (challenge === undefined || !(await this.challenges.take(challenge, use))) return undefined;
    return { response, challenge, purpose: use.purpose };
  }

  /** Returns the public key of a new passkey; undefined for an invalid response. */
  async verifyNew({
    response,
    challenge,
  }: PasskeyAnswer<RegistrationResponseJSON>): Promise<WebAuthnCredential | undefined> {
    const verified = await unlessWrong(async () => {
      if (await namesItsMaker(response)) return undefined;
      const { verifyRegistrationResponse } = await webAuthn();
      return verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: this.site.origin,
        expectedRPID: this.site.hostname,
      });
    });
    return verified?.registrationInfo?.credential;
  }

  /**
   * Verifies a response of the account's passkey, and records its use. Refuses a signature counter that doesn't
   * increase: the passkey may have been copied (WebAuthn, section 7.2, step 22). The caller has locked the account.
   */
  async verify(factor: Factor, { response, challenge, purpose }: PasskeyAssertion): Promise<boolean> {
    const { credentialId, publicKey, signatureCount } = factor;
    if (!credentialId || !publicKey || credentialId !== response.id) return false;
    const isAlone = purpose === 'sign-in';
    if (isAlone && factor.isSecondOnly) return false;
    // A second factor needs no user handle, since the account is already known, but one that is sent must match.
    const owner = userHandleOf(factor.account.id);
    if ((response.response.userHandle ?? (isAlone ? undefined : owner)) !== owner) return false;
    const { verifyAuthenticationResponse } = await webAuthn();
    const answer = await unlessWrong(() =>
      verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: this.site.origin,
        expectedRPID: this.site.hostname,
        credential: {
          id: credentialId,
          publicKey: Buffer.from(publicKey, 'base64url'),
          counter: signatureCount ?? 0,
        },
      }),
    );
    if (!answer?.verified) return false;
    Object.assign(factor, {
      signatureCount: answer.authenticationInfo.newCounter,
      lastUsedAt: new Date(),
    });
    return true;
  }
}

function credentialsOf(factors: Factor[]) {
  return factors.flatMap(({ credentialId, transports }) =>
    credentialId ? [{ id: credentialId, transports: transports ?? undefined }] : [],
  );
}

/**
 * Returns the user handle, by which authenticators distinguish accounts, in base64url. It doesn't reveal the account's
 * owner.
 */
function userHandleOf(accountId: string): string {
  return Buffer.from(accountId).toString('base64url');
}

function challengeOf({
  response,
}: AuthenticationResponseJSON | RegistrationResponseJSON): string | undefined {
  try {
    const data = Buffer.from(response.clientDataJSON, 'base64url').toString();
    const { challenge } = JSON.parse(data) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether the passkey comes with a certificate. None was requested, and the library would fetch the URLs in it.
 */
async function namesItsMaker({ response }: RegistrationResponseJSON): Promise<boolean> {
  // Decoded as the verification does it, so that the same data is checked and verified.
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const isSelfSigned =
    attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  return attestation.get('fmt') !== 'none' && !isSelfSigned;
}

/** Returns undefined if `verify` throws, as the library does for every kind of invalid response. */
async function unlessWrong<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
