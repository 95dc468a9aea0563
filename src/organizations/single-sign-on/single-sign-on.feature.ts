import { PENDING_MS } from './pending-sign-ins.service.js';
import { before } from '../../core/time/index.js';
import { EXAMPLE_ULID } from '../../core/http/index.js';
import { IdentitiesService, endSessionsOfOrganization } from '../../accounts/index.js';
import { defineFeature } from '../../core/features/index.js';
import { retain } from '../../core/retention/index.js';
import { Migration20261122000800 } from './migrations/Migration20261122000800.js';
import { OrganizationIssuer } from './organizations/organization-issuer.entity.js';
import { PendingSignIn } from './pending-sign-in.entity.js';
import { SingleSignOnModule } from './single-sign-on.module.js';

const auditActions = {
  'organization.issuer_set': 'Identity provider set',
  'organization.issuer_removed': 'Identity provider removed',
} as const;

const ISSUER = {
  issuer: 'https://login.example.com/realms/staff',
  client_id: 'weather',
  scopes: 'openid email profile',
  groups_claim: 'groups',
  default_role: 'viewer',
  sign_up: true,
};

export const SINGLE_SIGN_ON_FEATURE = defineFeature({
  name: 'single-sign-on',
  module: SingleSignOnModule,
  entities: [OrganizationIssuer, PendingSignIn],
  migrations: [Migration20261122000800],
  retention: [
    retain(PendingSignIn, {
      ended: (now) => ({ createdAt: { $lte: before(now, PENDING_MS) } }),
      most: [{ rows: 100_000, by: 'createdAt' }],
    }),
  ],
  auditActions,
  examples: {
    'ConnectIdentity.provider': 'oidc',
    'IdentityConnection.url': 'https://login.example.com/authorize?client_id=weather&response_type=code',
    SetOrganizationIssuer: {
      ...ISSUER,
      client_secret: 'Zk1vT0pXc3B4Q2Y3aHd6R2s4bUxqTnU5',
      roles: { 'weather-admins': 'admin', staff: 'viewer' },
    },
    OrganizationIssuer: {
      ...ISSUER,
      roles: { 'weather-admins': 'admin', staff: 'viewer' },
      redirect_uri: `https://weather.example/v1/sessions/oidc/org_${EXAMPLE_ULID}/callback`,
      sign_in_url: `https://weather.example/login?organization=org_${EXAMPLE_ULID}`,
      created_at: '2026-11-20T15:42:07Z',
      updated_at: '2026-11-20T15:42:07Z',
    },
    'FoundSignIn.url': `/v1/sessions/oidc/org_${EXAMPLE_ULID}`,
  },
  // The sessions of all organizations that end together come before their identities: see `LOCK_ORDER`.
  onOrganizationEnd: async (em, organization, { get, together }) => {
    await em.nativeDelete(OrganizationIssuer, { organization });
    for (const { id } of together) await endSessionsOfOrganization(em, id);
    for (const { id } of together) await get(IdentitiesService).endOfOrganization(em, id);
  },
});

declare module '../../core/features/names.types.js' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
