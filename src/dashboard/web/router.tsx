import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { fetched } from './api/transport/connection.ts';
import { queryClient } from './api/transport/query-client.ts';
import { sessionQuery } from './api/session.ts';
import { ownOrganizationsQuery } from './api/organizations/organizations.ts';
import { dashboardPagesQuery } from './api/dashboard-pages.ts';
import { parseAccountsSearch } from './pages/accounts/admin/accounts-search.ts';
import { parseForecastSearch } from './pages/forecast/forecast-search.ts';
import { parseUsageSearch } from './pages/usage/usage-search.ts';
import { NotFound } from './shell/not-found.tsx';
import { RouteError } from './shell/route-error.tsx';
import { SignedInLayout } from './shell/signed-in-layout.tsx';
import { PageSkeleton } from './ui/layout/page-skeleton.tsx';

// Features declare these paths as pages without a script.

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

/** Actions that the sign-in page confirms. */
const LOGIN_NOTICES = ['registered', 'password-changed', 'email-verified'] as const;

interface LoginSearch {
  next?: string;
  notice?: (typeof LOGIN_NOTICES)[number];
  /** Why a sign-in with an identity provider failed. */
  problem?: string;
  email?: string;
  /** The organization whose identity provider signs the user in. */
  organization?: string;
}

/** Accepts only paths of this site; anything else could redirect to another one. */
const ownPath = (value: unknown) =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined;

const textOrNone = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Each page is a separate chunk, loaded when first opened. */
function page<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(fetched(load), name);
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: ({ next, notice, problem, email, organization }: Record<string, unknown>): LoginSearch => ({
    next: ownPath(next),
    notice: LOGIN_NOTICES.find((known) => known === notice),
    problem: textOrNone(problem),
    email: textOrNone(email),
    organization: /^org_[0-9A-Z]{26}$/.exec(textOrNone(organization) ?? '')?.[0],
  }),
  component: page(() => import('./pages/sessions/login-page.tsx'), 'LoginPage'),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } => ({ next: ownPath(next) }),
  component: page(() => import('./pages/accounts/register-page.tsx'), 'RegisterPage'),
});

const forgottenPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: page(() => import('./pages/accounts/forgotten-password-page.tsx'), 'ForgottenPasswordPage'),
});

const passwordReset = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: page(() => import('./pages/accounts/password-reset-page.tsx'), 'PasswordResetPage'),
});

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  component: page(() => import('./pages/accounts/verify-email-page.tsx'), 'VerifyEmailPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/accept-invitation',
  component: page(() => import('./pages/organizations/invitation-page.tsx'), 'InvitationPage'),
});

const signInLink = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: page(() => import('./pages/sessions/sign-in-link-page.tsx'), 'SignInLinkPage'),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (session !== null)
      return Promise.all([
        queryClient.ensureQueryData(dashboardPagesQuery),
        queryClient.prefetchQuery(ownOrganizationsQuery),
      ]);
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- The router's way to redirect.
    throw redirect({
      to: '/login',
      search: location.href === '/' ? {} : { next: location.href },
      replace: true,
    });
  },
  component: SignedInLayout,
});

const overview = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: page(() => import('./pages/dashboard/overview-page.tsx'), 'OverviewPage'),
});

const clients = createRoute({
  getParentRoute: () => signedIn,
  path: '/clients',
  validateSearch: ({ query }: Record<string, unknown>): { query?: string } => ({
    query: typeof query === 'string' && query !== '' ? query : undefined,
  }),
  component: page(() => import('./pages/clients/clients-page.tsx'), 'ClientsPage'),
});

const client = createRoute({
  getParentRoute: () => signedIn,
  path: '/clients/$clientId',
  component: page(() => import('./pages/clients/client-page.tsx'), 'ClientPage'),
});

const keys = createRoute({
  getParentRoute: () => signedIn,
  path: '/api-keys',
  validateSearch: ({ client }: Record<string, unknown>): { client?: string } => ({
    client: textOrNone(client),
  }),
  component: page(() => import('./pages/api-keys/keys-page.tsx'), 'KeysPage'),
});

const usage = createRoute({
  getParentRoute: () => signedIn,
  path: '/usage',
  validateSearch: parseUsageSearch,
  component: page(() => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
});

const forecast = createRoute({
  getParentRoute: () => signedIn,
  path: '/forecast',
  validateSearch: parseForecastSearch,
  component: page(() => import('./pages/forecast/forecast-page.tsx'), 'ForecastPage'),
});

const forecastRequest = createRoute({
  getParentRoute: () => signedIn,
  path: '/forecast/request',
  validateSearch: parseForecastSearch,
  component: page(() => import('./pages/forecast/request/request-page.tsx'), 'RequestPage'),
});

const reference = createRoute({
  getParentRoute: () => signedIn,
  path: '/reference',
  component: page(() => import('./pages/docs/reference-page.tsx'), 'ReferencePage'),
});

const organizations = createRoute({
  getParentRoute: () => signedIn,
  path: '/organizations',
  component: page(() => import('./pages/organizations/organizations-page.tsx'), 'OrganizationsPage'),
});

const organization = createRoute({
  getParentRoute: () => signedIn,
  path: '/organizations/$organizationId',
  component: page(() => import('./pages/organizations/organization-page.tsx'), 'OrganizationPage'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  validateSearch: ({ problem }: Record<string, unknown>): { problem?: string } => ({
    problem: textOrNone(problem),
  }),
  component: page(() => import('./pages/accounts/account-page.tsx'), 'AccountPage'),
});

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  component: page(() => import('./pages/accounts/admin/admin-layout.tsx'), 'AdminLayout'),
});

const adminStart = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: ({ search }) => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- The router's way to redirect.
    throw redirect({ to: '/admin/accounts', search, replace: true });
  },
});

const adminAccounts = createRoute({
  getParentRoute: () => admin,
  path: '/accounts',
  validateSearch: parseAccountsSearch,
  component: page(() => import('./pages/accounts/admin/accounts-page.tsx'), 'AccountsPage'),
});

const adminAccount = createRoute({
  getParentRoute: () => admin,
  path: '/accounts/$accountId',
  component: page(() => import('./pages/accounts/admin/account-page.tsx'), 'AdminAccountPage'),
});

const adminMail = createRoute({
  getParentRoute: () => admin,
  path: '/mail',
  component: page(() => import('./pages/mail/mail-page.tsx'), 'MailPage'),
});

const adminService = createRoute({
  getParentRoute: () => admin,
  path: '/service',
  component: page(() => import('./pages/health/service-page.tsx'), 'ServicePage'),
});

const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks',
  component: page(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/$webhookId',
  component: page(() => import('./pages/webhooks/webhook-page.tsx'), 'WebhookPage'),
});

const featurePage = createRoute({
  getParentRoute: () => signedIn,
  path: '/$page',
  component: page(() => import('./pages/feature/feature-page.tsx'), 'FeaturePage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    register,
    forgottenPassword,
    passwordReset,
    verifyEmail,
    invitation,
    signInLink,
    signedIn.addChildren([
      overview,
      clients,
      client,
      keys,
      usage,
      webhooks,
      webhook,
      forecast,
      forecastRequest,
      reference,
      organizations,
      organization,
      account,
      admin.addChildren([adminStart, adminAccounts, adminAccount, adminMail, adminService]),
      featurePage,
    ]),
  ]),
  // Values are plain strings. The router's default would quote "52.2" as %2252.2%22, to distinguish it from a number.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return query === '' ? '' : `?${query}`;
  },
  defaultPreload: 'intent',
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
