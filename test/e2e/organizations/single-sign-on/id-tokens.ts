import { base64url, decodeJwt, importJWK, type JWK, SignJWT } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { OpenIdIssuer } from '../../../support/openid-issuer.js';

interface Changes {
  /** Members that are undefined get removed. */
  claims?: object;
  header?: object;
  key?: JWK | Uint8Array;
}

interface TokenAnswer {
  id_token?: string;
}

/** Makes the provider respond with a changed ID token. */
export function changeIdToken(issuer: OpenIdIssuer, changes: Changes) {
  return async ({ path, body }: KoaContextWithOIDC): Promise<void> => {
    if (path !== '/token') return;
    const answer = body as TokenAnswer;
    answer.id_token = await signAnew(answer.id_token!, { key: issuer.signingKey, ...changes });
  };
}

async function signAnew(token: string, { claims, header, key }: Changes): Promise<string> {
  const payload = { ...decodeJwt(token), ...claims };
  const protectedHeader = { alg: 'RS256', kid: 'first', ...header };
  if (protectedHeader.alg === 'none')
    return `${[protectedHeader, payload].map((part) => base64url.encode(JSON.stringify(part))).join('.')}.`;
  return new SignJWT(payload)
    .setProtectedHeader(protectedHeader)
    .sign(key instanceof Uint8Array ? key : await importJWK(key!, protectedHeader.alg));
}
