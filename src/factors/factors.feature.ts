import { EXAMPLE_ULID } from '../common/identifier.js';
import { defineFeature } from '../features/define-feature.js';
import { Factor } from './factor.entity.js';
import { FactorsModule } from './factors.module.js';
import { Migration20261123170100 } from './migrations/Migration20261123170100.js';
import { RecoveryCodes } from './recovery-codes.entity.js';

const auditActions = [
  'factor.added',
  'factor.removed',
  'factor.failed',
  'recovery_code.used',
  'recovery_codes.created',
] as const;

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

const examples = {
  AddTotp: { name: 'Phone' },
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
  entities: [Factor, RecoveryCodes],
  migrations: [Migration20261123170100],
  auditActions,
  idPrefixes,
  tags: [
    {
      name: 'Second factors',
      description:
        'What your account asks for at every sign-in, after your password: a code from an authenticator app.',
    },
  ],
  examples,
});

declare module '../features/names.types.js' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}
