import { Configuration } from '../core/config/index.js';
import { DAY_MS, before } from '../core/time/index.js';
import { EXAMPLE_ULID, type ProblemDescription } from '../core/http/index.js';
import { type ScopeDescription, defineFeature } from '../core/features/index.js';
import { retain } from '../core/retention/index.js';
import { deleteInOrder } from '../core/database/index.js';
import { Account } from './account.entity.js';
import { AccountsModule } from './accounts.module.js';
import { IdentitiesService } from './identities/identities.service.js';
import { toIdentityDto } from './identities/identity.dto.js';
import { Migration20261122000100 } from './migrations/Migration20261122000100.js';
import { Migration20261128000100 } from './migrations/Migration20261128000100.js';
import { Migration20261128090100 } from './migrations/Migration20261128090100.js';
import { Migration20261128132417 } from './migrations/Migration20261128132417.js';
import { Identity } from './identities/identity.entity.js';
import { KnownNetwork } from './known-networks/known-network.entity.js';
import { endLinks } from './links/end-links.js';
import { KNOWN_DAYS } from './known-networks/known-networks.service.js';
import { OneTimeLink } from './links/one-time-link.entity.js';

const scopes = {
  'profile:read': {
    title: 'Read your account and its sign-in methods',
    holders: ['token'],
    byDefault: false,
  },
  'accounts:read': { title: 'Read all accounts, as an administrator', holders: ['token'], byDefault: false },
} satisfies Record<string, ScopeDescription>;

const problems = {
  email_not_verified: {
    status: 403,
    title: "The email address isn't verified",
    help: 'Open the link in the email that was sent to the address, then try again.',
    example: { instance: '/v1/sessions' },
  },
  email_taken: {
    status: 409,
    title: 'The email address already has an account',
    help: 'Use another address. If the account is yours, sign in to it.',
    example: { instance: '/v1/accounts' },
  },
} satisfies Record<string, ProblemDescription>;

const auditActions = {
  'account.created': 'Account registered',
  'account.updated': 'Account updated',
  'account.deleted': 'Account deleted',
  'account.password_changed': 'Password changed',
  'account.password_reset_requested': 'Password reset link created',
  'account.password_reset': 'Password reset',
  'account.email_change_requested': 'New email address entered',
  'account.email_change_withdrawn': 'New email address withdrawn',
  'account.email_verified': 'Email address verified',
  'account.identity_added': 'Sign-in method added',
  'account.identity_removed': 'Sign-in method removed',
  'account.sign_in_link_created': 'Sign-in link created',
} as const;

const idPrefixes = { account: 'acc', identity: 'idn' } as const;

const examples = {
  exported_at: '2026-11-20T15:42:07Z',
  'AccountExport.email': {
    email: 'ada@example.com',
    verified: true,
    pending_email: null,
    sends_mail: true,
  },
  'Account.id': `acc_${EXAMPLE_ULID}`,
  'ListedAccount.id': `acc_${EXAMPLE_ULID}`,
  'AccountOrganization.id': `org_${EXAMPLE_ULID}`,
  'AccountOrganization.name': 'Example Weather Ltd',
  account_id: `acc_${EXAMPLE_ULID}`,
  full_name: 'Ada Example',
  email: 'ada@example.com',
  pending_email: 'ada@example.org',
  verified: true,
  sends_mail: true,
  organization: 'Example Weather Ltd',
  password: 'quiet morning in may',
  current_password: 'quiet morning in may',
  new_password: 'louder evening in june',
  'Identity.id': `idn_${EXAMPLE_ULID}`,
  issuer: 'https://login.example.com',
  subject: '00u1a2b3c4d5',
  token: 'Zk1vT0pXc3B4Q2Y3aHd6R2s4bUxqTnU5ZVJ0QWlE',
  url: 'https://weather.example/reset-password#token=Zk1vT0pXc3B4Q2Y3aHd6R2s4bUxqTnU5ZVJ0QWlE',
};

export const ACCOUNTS_FEATURE = defineFeature({
  name: 'accounts',
  module: AccountsModule,
  entities: [Account, Identity, KnownNetwork, OneTimeLink],
  migrations: [
    Migration20261122000100,
    Migration20261128000100,
    Migration20261128090100,
    Migration20261128132417,
  ],
  retention: [
    retain(Account, {
      // Usage has their IDs until then.
      ended: (now, { get }) => ({
        deletedAt: { $lt: before(now, get(Configuration).usageRetentionDays * DAY_MS) },
      }),
      unlessReferred: true,
    }),
    retain(OneTimeLink, {
      ended: (now) => ({ expiresAt: { $lte: now } }),
      most: [{ rows: 100, of: 'accountId', by: 'expiresAt' }],
    }),
    retain(KnownNetwork, { ended: (now) => ({ usedAt: { $lt: before(now, KNOWN_DAYS * DAY_MS) } }) }),
  ],
  scopes,
  problems,
  auditActions,
  idPrefixes,
  names: { acc: [Account, 'fullName'] },
  tags: [
    {
      name: 'Accounts',
      description: 'Register and manage your account. Administrators can manage all accounts.',
    },
  ],
  dashboard: [
    { path: '/account', title: 'Account settings', icon: 'settings', order: 90 },
    { path: '/admin', title: 'Administration', icon: 'shield-check', order: 100, adminsOnly: true },
    { path: '/admin/accounts', title: 'Accounts', order: 110, adminsOnly: true },
    { path: '/admin/accounts/*' },
    { path: '/register' },
    { path: '/forgot-password' },
    { path: '/reset-password' },
    { path: '/verify-email' },
  ],
  examples,
  onAccountEnd: async (em, { id }) => {
    await deleteInOrder(em, KnownNetwork, { account: id });
    await deleteInOrder(em, Identity, { account: id });
    await endLinks(em, id);
  },
  exportOf: async (_, { id }, { get }) => ({
    identities: (await get(IdentitiesService).list(id)).map(toIdentityDto),
  }),
});

declare module '../core/features/names.types.js' {
  interface Scopes extends Record<keyof typeof scopes, true> {}
  interface Problems extends Record<keyof typeof problems, true> {}
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
  interface Owners {
    account: Account;
  }
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}
