import { CHALLENGE_MS } from './passkeys/passkey-challenges.service.js';
import { before } from '../../core/time/index.js';
import { EXAMPLE_ULID } from '../../core/http/index.js';
import { defineFeature } from '../../core/features/index.js';
import { retain } from '../../core/retention/index.js';
import { toFactorDto } from './factor.dto.js';
import { Factor } from './factor.entity.js';
import { FactorsModule } from './factors.module.js';
import { FactorsService } from './factors.service.js';
import { ENROLMENT_MS } from './totp-factors.service.js';
import { Migration20261122000600 } from './migrations/Migration20261122000600.js';
import { PasskeyChallenge } from './passkeys/passkey-challenge.entity.js';
import { RecoveryCodes } from './recovery-codes.entity.js';

const auditActions = {
  'factor.added': 'Second factor added',
  'factor.removed': 'Second factor removed',
  'factor.failed': 'Wrong second factor',
  'recovery_code.used': 'Recovery code used',
  'recovery_codes.created': 'Recovery codes created',
} as const;

const idPrefixes = { 'second factor': 'fac' } as const;

const id = `fac_${EXAMPLE_ULID}`;
const factor = {
  id,
  type: 'totp',
  name: 'Phone',
  created_at: '2026-11-20T15:42:07Z',
  last_used_at: '2026-11-20T15:42:07Z',
};
const recovery_codes = ['k7d2-wq4x-b3ne-5ahy', 'p6tz-m2cv-x7fj-r4ls'];
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

const challenge = 'Zk1vT0pXc3B4Q2Y3aHd6R2s4bUxqTnU5ZVJ0QWlEcFM';
const credentialId = 'x3Fq9Zt0Wm2Lk8Vb5Rn1Yc';
const clientDataJSON = Buffer.from(
  JSON.stringify({ type: 'webauthn.get', challenge, origin: 'https://weather.example' }),
).toString('base64url');
const assertion = {
  id: credentialId,
  rawId: credentialId,
  type: 'public-key',
  response: {
    clientDataJSON,
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
    signature: 'MEUCIQDq0vS3mT4rWbX9pLk2nQyVt7uJhG5sFdA8cZxE1oIwbgIgR6yH',
    userHandle: 'YWNjXzAxQVJaM05ERUtUU1Y0UlJGRlE2OUc1RkFW',
  },
  clientExtensionResults: {},
};

const examples = {
  AddTotp: { name: 'Phone' },
  AddPasskey: {
    name: 'Laptop',
    credential: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      response: {
        clientDataJSON,
        attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5Yg',
        transports: ['internal'],
      },
      clientExtensionResults: {},
    },
  },
  PasskeyAssertion: assertion,
  PasskeyOptions: {
    options: { challenge, rpId: 'weather.example', userVerification: 'required', timeout: 300000 },
    expires_at: '2026-11-20T15:47:07Z',
  },
  ConfirmFactor: { code: '492039' },
  Factor: factor,
  FactorList: { data: [factor], recovery_codes_left: 9 },
  TotpEnrolment: {
    id,
    secret,
    uri: `otpauth://totp/weather.example:ada%40example.com?issuer=weather.example&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    expires_at: '2026-11-20T15:52:07Z',
  },
  ConfirmedFactor: { factor, recovery_codes },
  RecoveryCodes: { recovery_codes },
};

export const FACTORS_FEATURE = defineFeature({
  name: 'factors',
  module: FactorsModule,
  entities: [Factor, PasskeyChallenge, RecoveryCodes],
  migrations: [Migration20261122000600],
  retention: [
    retain(PasskeyChallenge, {
      ended: (now) => ({ createdAt: { $lte: before(now, CHALLENGE_MS) } }),
      most: [{ rows: 100_000, by: 'createdAt' }],
    }),
    retain(Factor, {
      ended: (now) => ({ confirmedAt: null, createdAt: { $lte: before(now, ENROLMENT_MS) } }),
    }),
  ],
  auditActions,
  idPrefixes,
  tags: [
    {
      name: 'Second factors',
      description:
        'Two-factor authentication: a code from an authenticator app, or a passkey, after your password.',
    },
  ],
  examples,
  onAccountEnd: async (em, { id }) => {
    await em.nativeDelete(Factor, { account: id });
    await em.nativeDelete(RecoveryCodes, { accountId: id });
  },
  exportOf: async (_, { id }, { get }) => ({
    factors: (await get(FactorsService).list(id)).map(toFactorDto),
  }),
});

declare module '../../core/features/names.types.js' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}
