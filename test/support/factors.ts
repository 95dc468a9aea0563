import { createHmac } from 'node:crypto';
import type { Answer, ApiCaller, SignedInCaller } from './api-caller.js';
import type { TestApp } from './test-app.js';

export const FACTORS = '/v1/accounts/me/factors';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the RFC 6238 code of a base 32 secret, some 30 s steps from now. Independent of the service's library. */
export function totpCode(secret: string, steps = 0, nowMs = Date.now()): string {
  const bits = [...secret].map((digit) => BASE32.indexOf(digit).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000) + steps));
  const hash = createHmac('sha1', key).update(counter).digest();
  const truncated = hash.readUInt32BE(hash[19] & 15) & 0x7fffffff;
  return String(truncated % 1_000_000).padStart(6, '0');
}

export interface AddedFactor {
  id: string;
  secret: string;
  recoveryCodes: string[];
}

/** Adds an authenticator app to the caller's account. None of its codes has been used yet. */
export async function addTotp(app: TestApp, caller: ApiCaller): Promise<AddedFactor> {
  const { status: first, body: begun } = await caller.post<{ id: string; secret: string }>(
    `${FACTORS}/totp`,
    {},
  );
  if (first !== 201) throw new Error(`${first}: ${JSON.stringify(begun)}`);
  const { status, body } = await caller.post<{ recovery_codes: string[] }>(`${FACTORS}/${begun.id}/confirm`, {
    code: totpCode(begun.secret),
  });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  await forgetStep(app, begun.id);
  return { ...begun, recoveryCodes: body.recovery_codes };
}

/** Allows the current code to be used again, so that no test has to wait for the next one. */
export async function forgetStep(app: TestApp, factorId: string): Promise<void> {
  await app.runSql('update factors set last_step = null where id = ?', [factorId]);
}

export interface Waiting {
  factor_required: string[];
  token: string;
}

export function signInWithPassword(
  caller: ApiCaller,
  { email }: SignedInCaller,
  password: string,
): Promise<Answer<Waiting>> {
  return caller.post<Waiting>('/v1/sessions', { email, password });
}
