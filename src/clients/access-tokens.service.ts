import { randomUUID } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { errors, jwtVerify, SignJWT } from 'jose';
import { SecretHasherService } from '../core/secrets/index.js';
import { Configuration } from '../core/config/index.js';
import type { ScopeName } from '../core/features/index.js';
import { Client } from './client.entity.js';

const LIFETIME_SECONDS = 3_600;

const SHAPE = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;
const LONGEST = 2_048;
const TYPE = 'at+jwt';
const ALGORITHM = 'HS256';
/** The claim with the marks of the secret that a token was issued for, which earlier and later ones don't have. */
const SECRET = 'secret';

/** The latest date that JavaScript supports. */
const LATEST = new Date(8.64e15);

export interface IssuedToken {
  token: string;
  expiresInSeconds: number;
}

export interface AccessToken {
  /** With its account and organization loaded. */
  client: Client;
  scopes: ScopeName[];
  /** When it expires, or its client's secret stops working. */
  endsAt: Date;
}

/** Returns whether the text can be an access token. Other texts are refused without a look-up. */
export function isAccessTokenShaped(text: string): boolean {
  return text.length <= LONGEST && SHAPE.test(text);
}

/**
 * Access tokens of clients (RFC 9068), which are signed but not stored. A token works as long as it hasn't expired, its
 * client exists and is active, and the secret that it was issued for still works.
 */
@Injectable()
export class AccessTokensService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly secretHasher: SecretHasherService,
    private readonly configuration: Configuration,
  ) {}

  /** @param secret the client's secret, which has been verified */
  async issue(client: Client, secret: string, scopes: readonly ScopeName[]): Promise<IssuedToken> {
    const { publicUrl } = this.configuration;
    const { marks, endsAtMs } = this.secretOf(client, secret);
    const nowMs = Date.now();
    const expiresInSeconds = Math.floor(Math.min(LIFETIME_SECONDS, (endsAtMs - nowMs) / 1000));
    const issuedAt = Math.floor(nowMs / 1000);
    const token = await new SignJWT({
      client_id: client.id,
      scope: scopes.join(' '),
      [SECRET]: marks.join(' '),
    })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .setIssuer(publicUrl)
      .setAudience(publicUrl)
      .setSubject(client.id)
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + expiresInSeconds)
      .sign(this.signingKeys()[0]);
    return { token, expiresInSeconds };
  }

  /**
   * Returns what a token stands for, even if it has ended; undefined if the service didn't issue it, or its client is
   * gone.
   */
  async read(token: string): Promise<AccessToken | undefined> {
    const [read] = await this.readAll([token]);
    return read;
  }

  /** The same for several tokens, in their order, with one query. */
  async readAll(tokens: readonly string[]): Promise<(AccessToken | undefined)[]> {
    const claims = await Promise.all(
      tokens.map(async (token) => (isAccessTokenShaped(token) ? this.verify(token) : undefined)),
    );
    const clients = await this.findAll(claims.flatMap((one) => one?.clientId ?? []));
    return claims.map((one) => {
      const client = one && clients.get(one.clientId);
      if (!client) return undefined;
      const endsAtMs = Math.min(one.expiresAtMs, endOfSecret(client, one.marks));
      return { client, scopes: one.scopes, endsAt: new Date(endsAtMs) };
    });
  }

  /** Returns what a client's tokens stand for, whenever they were issued; undefined if the client is gone. */
  async ofClient(clientId: string): Promise<AccessToken | undefined> {
    const client = (await this.findAll([clientId])).get(clientId);
    return client ? { client, scopes: client.scopes, endsAt: LATEST } : undefined;
  }

  private async findAll(clientIds: readonly string[]): Promise<Map<string, Client>> {
    if (clientIds.length === 0) return new Map();
    const clients = await this.entityManager.find(
      Client,
      { id: { $in: clientIds }, deletedAt: null },
      { populate: ['account', 'organization'] },
    );
    return new Map(clients.map((client) => [client.id, client]));
  }

  private async verify(token: string) {
    for (const key of this.signingKeys()) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: this.configuration.publicUrl,
          audience: this.configuration.publicUrl,
          requiredClaims: ['exp', 'client_id', 'scope', SECRET],
          // Expired tokens are read, too, so that their owner is known.
          currentDate: new Date(0),
        });
        return {
          clientId: payload.client_id as string,
          scopes: (payload.scope as string).split(' ') as ScopeName[],
          marks: (payload[SECRET] as string).split(' '),
          expiresAtMs: payload.exp! * 1000,
        };
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
      }
    }
    return undefined;
  }

  /**
   * Derived from the service's secret. The previous secret's key no longer signs, but its tokens are still accepted.
   */
  private signingKeys(): Uint8Array[] {
    return this.secretHasher.hashes('Signs access tokens').map((hash) => Buffer.from(hash));
  }

  /** A mark under each key secret, since the hash is replaced while `KEY_SECRET` is. */
  private secretOf(client: Client, secret: string): { marks: string[]; endsAtMs: number } {
    const isPresent = this.secretHasher.matches(secret, client.secretHash);
    return {
      marks: this.secretHasher.hashes(secret).map(markOf),
      endsAtMs: isPresent ? Infinity : client.previousSecretEndsAt!.getTime(),
    };
  }
}

/**
 * Returns when the secret ends, in milliseconds since 1970: Infinity for the current secret, 0 for one that was
 * replaced.
 */
function endOfSecret(
  { secretHash, previousSecretHash, previousSecretEndsAt }: Client,
  marks: string[],
): number {
  if (marks.includes(markOf(secretHash))) return Infinity;
  const isPrevious = previousSecretHash ? marks.includes(markOf(previousSecretHash)) : false;
  return isPrevious ? (previousSecretEndsAt?.getTime() ?? 0) : 0;
}

function markOf(secretHash: string): string {
  return secretHash.slice(-12);
}
