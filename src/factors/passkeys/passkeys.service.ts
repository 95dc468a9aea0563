import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import type { Account } from '../../accounts/account.entity.js';
import { Configuration } from '../../config/configuration.js';
import type { Factor } from '../factor.entity.js';
import type { PasskeyPurpose } from './passkey-challenge.entity.js';
import { type ChallengeUse, PasskeyChallengesService } from './passkey-challenges.service.js';
import type { PasskeyRequest } from './passkey-options.types.js';

/** Takes long to load, and is not needed to start. */
const webAuthn = () => import('@simplewebauthn/server');

/** For the browser's own dialog; the challenge itself ends after it. */
const TIMEOUT_MS = 5 * 60_000;

/** A browser's answer to a challenge that is used up. */
export interface PasskeyAnswer<T> {
  response: T;
  challenge: string;
  purpose: PasskeyPurpose;
}
export type PasskeyAssertion = PasskeyAnswer<AuthenticationResponseJSON>;

/**
 * Passkeys (WebAuthn): public keys, whose private ones stay with the person. All of them are discoverable and verify the
 * person, so that each signs in by itself and is a second factor, too.
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

  /** Browsers have passkeys for names alone, not for addresses, and only over https or on the machine itself. */
  get areOn(): boolean {
    const { protocol, hostname } = this.site;
    const isName = !hostname.startsWith('[') && isIP(hostname) === 0;
    return isName && (protocol === 'https:' || /(^|\.)localhost$/.test(hostname));
  }

  /** For a passkey that the account doesn't have yet. */
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

  /** @param factors of which one is asked for; without any, whichever the browser has */
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

  /** Uses the challenge up that was answered. Undefined where it is over, or was given for another use. */
  async receive<T extends AuthenticationResponseJSON | RegistrationResponseJSON>(
    response: T,
    use: ChallengeUse,
  ): Promise<PasskeyAnswer<T> | undefined> {
    const challenge = challengeOf(response);
    if (challenge === undefined || !(await this.challenges.take(challenge, use))) return undefined;
    return { response, challenge, purpose: use.purpose };
  }

  /** The public key of a new passkey; undefined for a wrong answer. */
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
   * Takes an answer of the account's passkey, and notes its use. A signature counter that doesn't grow is refused: the
   * passkey may have been copied (WebAuthn, section 7.2, step 22). The caller has locked the account.
   */
  async verify(factor: Factor, { response, challenge, purpose }: PasskeyAssertion): Promise<boolean> {
    const { credentialId, publicKey, signatureCount } = factor;
    if (!credentialId || !publicKey || credentialId !== response.id) return false;
    const isAlone = purpose === 'sign-in';
    if (isAlone && factor.isSecondOnly) return false;
    // Who gave a password has said whose the account is; an authenticator that remembers it says so, too.
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

/** By which an authenticator tells accounts apart, in base64url. It says nothing of whose the account is. */
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

/** Nobody was asked for a certificate, and to check one, the library would fetch the addresses that it names. */
async function namesItsMaker({ response }: RegistrationResponseJSON): Promise<boolean> {
  // Decoded as the verification does it: what is read here has to be what is verified.
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const isSelfSigned =
    attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  return attestation.get('fmt') !== 'none' && !isSelfSigned;
}

/** The library throws for each way in which an answer can be wrong. */
async function unlessWrong<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
