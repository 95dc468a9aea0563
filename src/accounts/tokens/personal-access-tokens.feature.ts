import { DAY_MS, before } from '../../core/time/index.js';
import { EXAMPLE_ULID, everyEntry } from '../../core/http/index.js';
import { defineFeature } from '../../core/features/index.js';
import { retain } from '../../core/retention/index.js';
import { Migration20261122000700 } from './migrations/Migration20261122000700.js';
import { PersonalAccessToken } from './personal-access-token.entity.js';
import { PersonalAccessTokensModule } from './personal-access-tokens.module.js';
import { PersonalAccessTokensService } from './personal-access-tokens.service.js';

const auditActions = {
  'personal_access_token.created': 'Personal access token created',
  'personal_access_token.revoked': 'Personal access token revoked',
} as const;

const idPrefixes = { 'personal access token': 'pat' } as const;

const token = {
  id: `pat_${EXAMPLE_ULID}`,
  name: 'Nightly report',
  start: 'pat_4fQ8s',
  scopes: ['clients:read', 'usage:read'],
  status: 'active',
  expires_at: '2027-01-31T00:00:00Z',
  revoked_at: null,
  last_used_at: '2026-11-20T15:42:07Z',
  created_at: '2026-11-20T15:42:07Z',
};

const examples = {
  PersonalAccessToken: token,
  CreatedPersonalAccessToken: {
    ...token,
    last_used_at: null,
    token: 'pat_4fQ8sTn2Lk9WvB6xRz3MpYc7UhJd1GaE0kXq2Z',
  },
  CreatePersonalAccessToken: {
    name: token.name,
    scopes: token.scopes,
    expires_at: token.expires_at,
  },
};

export const PERSONAL_ACCESS_TOKENS_FEATURE = defineFeature({
  name: 'personal-access-tokens',
  module: PersonalAccessTokensModule,
  entities: [PersonalAccessToken],
  migrations: [Migration20261122000700],
  retention: [
    retain(PersonalAccessToken, {
      ended: (now) => {
        const long = { $lte: before(now, 90 * DAY_MS) };
        return { $or: [{ revokedAt: long }, { expiresAt: long }] };
      },
    }),
  ],
  auditActions,
  idPrefixes,
  tags: [
    {
      name: 'Personal access tokens',
      description: 'Tokens for your own programs to call the management routes without a session.',
    },
  ],
  securitySchemes: {
    personalAccessToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'opaque',
      description: 'A personal access token of an account. The operation lists the scope that it needs.',
    },
  },
  examples,
  onAccountEnd: async (em, account) => {
    await em.nativeDelete(PersonalAccessToken, { account });
  },
  exportOf: (_, { id }, { get }) => ({
    personal_access_tokens: everyEntry((page) => get(PersonalAccessTokensService).list(id, page)),
  }),
});

declare module '../../core/features/names.types.js' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}
