import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
/** Clocks differ, and typing takes time: accepts one step to either side (RFC 6238, section 5.2). */
const WINDOW_STEPS = 1;
const SECRET_BYTES = 20;

/** Returns a new secret of 160 bits (RFC 4226, section 4), in base 32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * Returns the URI that authenticator apps read from a QR code. In its label, a colon separates the issuer from the
 * account, so neither may contain one.
 */
export function totpUri(secret: string, issuer: string, label: string): string {
  const [plainIssuer, plainLabel] = [issuer, label].map((text) => text.replaceAll(':', '-'));
  return totpOf(secret, { issuer: plainIssuer, label: plainLabel }).toString();
}

/** Returns the time step of the code; null if the code is wrong now. */
export function stepOf(secret: string, code: string, timestamp = Date.now()): number | null {
  const delta = totpOf(secret).validate({ token: code, window: WINDOW_STEPS, timestamp });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
}

/** SHA-1 and six digits, since many apps ignore other settings of a QR code. */
function totpOf(secret: string, name: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...name,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });
}
