import { WAITING_MS } from './waiting-sign-ins.service.js';
import { before } from '../../core/time/index.js';
import { EXAMPLE_ULID, type ProblemDescription, everyEntry } from '../../core/http/index.js';
import { defineFeature } from '../../core/features/index.js';
import { retain } from '../../core/retention/index.js';
import { AccountDependentsService } from '../account-dependents.service.js';
import { Migration20261122000500 } from './migrations/Migration20261122000500.js';
import { sessionCookieName } from './session.cookie.js';
import { REMEMBERED_MS, SignInPlace } from './places/sign-in-place.entity.js';
import { SignInPlacesService } from './places/sign-in-places.service.js';
import { Session } from './session.entity.js';
import { WaitingSignIn } from './waiting-sign-in.entity.js';
import { SessionsModule } from './sessions.module.js';
import { SessionsService } from './sessions.service.js';

const problems = {
  invalid_credentials: {
    status: 401,
    title: 'The email address or the password is wrong',
    help: "Check both. For security, the response doesn't say which one is wrong.",
    example: { instance: '/v1/sessions' },
  },
  session_confined: {
    status: 403,
    title: 'This session is limited to one organization',
    help: "You signed in with an organization's identity provider, which gives access to that organization only. Sign in to your account another way.",
    example: { instance: '/v1/accounts/me' },
  },
  invalid_factor: {
    status: 401,
    title: 'The second factor is wrong',
    help: 'Enter the code that your authenticator app shows now, or a recovery code. Each code works once. Or use a passkey of this account.',
    example: { instance: '/v1/sessions/factor' },
  },
  invalid_passkey: {
    status: 401,
    title: "The passkey can't sign in",
    help: "Try again, or sign in another way. For security, the response doesn't say what is wrong. A passkey that you added before you reset your password by mail is only a second factor: to sign in with it alone, remove it and add it again.",
    example: { instance: '/v1/sessions/passkey' },
  },
} satisfies Record<string, ProblemDescription>;

const auditActions = {
  'session.created': 'Signed in',
  'session.deleted': 'Signed out',
} as const;

const idPrefixes = { session: 'ses' } as const;

const WAITING_TOKEN = 'pN3wQv8Zk1vT0pXc3B4Q2Y3aHd6R2s4bUxqTnU5ZVJ0Qg';

const PROVIDER = {
  id: 'oidc',
  title: 'Continue with Example',
  url: '/v1/sessions/oidc/oidc',
  issuer: 'https://login.example.com',
};

const examples = {
  'Session.method': 'password',
  SignInProvider: PROVIDER,
  SignInMethods: {
    password: true,
    providers: [PROVIDER],
    password_reset: true,
    passkeys: true,
  },
  FactorRequired: { factor_required: ['totp', 'passkey'], token: WAITING_TOKEN },
  FinishSignIn: { token: WAITING_TOKEN, code: '492039' },
  'Session.id': `ses_${EXAMPLE_ULID}`,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  address: '203.0.113.7',
  last_seen_at: '2026-11-20T15:42:07Z',
};

export const SESSIONS_FEATURE = defineFeature({
  name: 'sessions',
  module: SessionsModule,
  entities: [Session, SignInPlace, WaitingSignIn],
  migrations: [Migration20261122000500],
  retention: [
    retain(Session, {
      ended: (now, { get }) => ({ $or: get(SessionsService).endedAt(now) }),
      most: [{ rows: 100, of: 'account', by: 'lastSeenAt' }],
    }),
    retain(SignInPlace, {
      ended: (now) => ({ lastSignInAt: { $lt: before(now, REMEMBERED_MS) } }),
      most: [{ rows: 200, of: 'account', by: 'lastSignInAt' }],
    }),
    retain(WaitingSignIn, {
      ended: (now) => ({ createdAt: { $lte: before(now, WAITING_MS) } }),
      most: [{ rows: 100, of: 'accountId', by: 'createdAt' }],
    }),
  ],
  problems,
  auditActions,
  idPrefixes,
  tags: [
    {
      name: 'Sessions',
      description: 'Sign in and out. A session is a cookie that gives access to the management routes.',
    },
  ],
  dashboard: [{ path: '/login' }, { path: '/sign-in' }],
  securitySchemes: {
    session: (publicUrl) => ({
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookieName(publicUrl.startsWith('https:')),
      description: 'Set by signing in: `__Host-session` on https, `session` otherwise.',
    }),
  },
  examples,
  onAccountEnd: async (em, account, { get }) => {
    await em.nativeDelete(SignInPlace, { account });
    await get(AccountDependentsService).endSessions(em, account);
  },
  exportOf: async (_, { id }, { get }) => ({
    sessions: everyEntry((page) => get(SessionsService).list(id, page)),
    sign_in_places: await get(SignInPlacesService).list(id),
  }),
});

declare module '../../core/features/names.types.js' {
  interface Problems extends Record<keyof typeof problems, true> {}
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}
