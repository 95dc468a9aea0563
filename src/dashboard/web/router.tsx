import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ownOrganizationsQuery } from './api/organizations.ts';
import { dashboardPagesQuery, sessionQuery } from './api/session.ts';
import { fetched } from './api/transport/connection.ts';
import { queryClient } from './api/transport/query-client.ts';
import { parseAccountsSearch } from './pages/accounts/admin/accounts-search.ts';
import { parseForecastSearch } from './pages/forecast/forecast-search.ts';
import { parseAccuracySearch } from './pages/verification/accuracy-search.ts';
import { parseUsageSearch } from './pages/usage/usage-search.ts';
import { NotFound, RouteError } from './shell/route-error.tsx';
import { SignedInLayout } from './shell/signed-in-layout.tsx';
import { PageSkeleton } from './ui/layout/page.tsx';

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

const LoginPage = page(() => import('./pages/sessions/login-page.tsx'), 'LoginPage');
const RegisterPage = page(() => import('./pages/accounts/register-page.tsx'), 'RegisterPage');
const ForgottenPasswordPage = page(
  () => import('./pages/accounts/password-reset-page.tsx'),
  'ForgottenPasswordPage',
);
const PasswordResetPage = page(() => import('./pages/accounts/password-reset-page.tsx'), 'PasswordResetPage');
const VerifyEmailPage = page(() => import('./pages/accounts/verify-email-page.tsx'), 'VerifyEmailPage');
const InvitationPage = page(() => import('./pages/organizations/invitation-page.tsx'), 'InvitationPage');
const SignInLinkPage = page(() => import('./pages/sessions/login-page.tsx'), 'SignInLinkPage');
const OverviewPage = page(() => import('./pages/dashboard/overview-page.tsx'), 'OverviewPage');
const ClientsPage = page(() => import('./pages/clients/clients-page.tsx'), 'ClientsPage');
const ClientPage = page(() => import('./pages/clients/client-page.tsx'), 'ClientPage');
const KeysPage = page(() => import('./pages/api-keys/keys-page.tsx'), 'KeysPage');
const UsagePage = page(() => import('./pages/usage/usage-page.tsx'), 'UsagePage');
const ForecastPage = page(() => import('./pages/forecast/forecast-page.tsx'), 'ForecastPage');
const RequestPage = page(() => import('./pages/forecast/request/request-page.tsx'), 'RequestPage');
const AccuracyPage = page(() => import('./pages/verification/accuracy-page.tsx'), 'AccuracyPage');
const DocsPage = page(() => import('./pages/docs/reference-page.tsx'), 'DocsPage');
const ReferencePage = page(() => import('./pages/docs/reference-page.tsx'), 'ReferencePage');
const OrganizationsPage = page(
  () => import('./pages/organizations/organizations-page.tsx'),
  'OrganizationsPage',
);
const OrganizationPage = page(
  () => import('./pages/organizations/organization-page.tsx'),
  'OrganizationPage',
);
const AccountPage = page(() => import('./pages/accounts/account-page.tsx'), 'AccountPage');
const AdminLayout = page(() => import('./pages/accounts/admin/admin-layout.tsx'), 'AdminLayout');
const AccountsPage = page(() => import('./pages/accounts/admin/accounts-page.tsx'), 'AccountsPage');
const AdminAccountPage = page(() => import('./pages/accounts/admin/account-page.tsx'), 'AdminAccountPage');
const MailPage = page(() => import('./pages/mail/mail-page.tsx'), 'MailPage');
const ServicePage = page(() => import('./pages/health/service-page.tsx'), 'ServicePage');
const WebhooksPage = page(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage');
const WebhookPage = page(() => import('./pages/webhooks/webhook-page.tsx'), 'WebhookPage');
const StatusPage = page(() => import('./pages/runs/status-page.tsx'), 'StatusPage');
const FeaturePage = page(() => import('./pages/feature/feature-page.tsx'), 'FeaturePage');

const outside = { getParentRoute: () => root };
const login = createRoute({
  ...outside,
  path: '/login',
  validateSearch: ({ next, notice, problem, email, organization }: Record<string, unknown>): LoginSearch => ({
    next: ownPath(next),
    notice: LOGIN_NOTICES.find((known) => known === notice),
    problem: textOrNone(problem),
    email: textOrNone(email),
    organization: /^org_[0-9A-Z]{26}$/.exec(textOrNone(organization) ?? '')?.[0],
  }),
  component: LoginPage,
});
const register = createRoute({
  ...outside,
  path: '/register',
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } => ({ next: ownPath(next) }),
  component: RegisterPage,
});
const forgottenPassword = createRoute({
  ...outside,
  path: '/forgot-password',
  component: ForgottenPasswordPage,
});
const passwordReset = createRoute({ ...outside, path: '/reset-password', component: PasswordResetPage });
const verifyEmail = createRoute({ ...outside, path: '/verify-email', component: VerifyEmailPage });
const invitation = createRoute({ ...outside, path: '/accept-invitation', component: InvitationPage });
const signInLink = createRoute({ ...outside, path: '/sign-in', component: SignInLinkPage });
const status = createRoute({ ...outside, path: '/status', component: StatusPage });
const docs = createRoute({ ...outside, path: '/docs', component: DocsPage });
const signedIn = createRoute({
  ...outside,
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

const inside = { getParentRoute: () => signedIn };
const overview = createRoute({ ...inside, path: '/', component: OverviewPage });
const clients = createRoute({
  ...inside,
  path: '/clients',
  validateSearch: ({ query }: Record<string, unknown>): { query?: string } => ({
    query: typeof query === 'string' && query !== '' ? query : undefined,
  }),
  component: ClientsPage,
});
const client = createRoute({ ...inside, path: '/clients/$clientId', component: ClientPage });
const keys = createRoute({
  ...inside,
  path: '/api-keys',
  validateSearch: ({ client }: Record<string, unknown>): { client?: string } => ({
    client: textOrNone(client),
  }),
  component: KeysPage,
});
const usage = createRoute({
  ...inside,
  path: '/usage',
  validateSearch: parseUsageSearch,
  component: UsagePage,
});
const forecast = createRoute({
  ...inside,
  path: '/forecast',
  validateSearch: parseForecastSearch,
  component: ForecastPage,
});
const forecastRequest = createRoute({
  ...inside,
  path: '/forecast/request',
  validateSearch: parseForecastSearch,
  component: RequestPage,
});
const accuracy = createRoute({
  ...inside,
  path: '/accuracy',
  validateSearch: parseAccuracySearch,
  component: AccuracyPage,
});
const reference = createRoute({ ...inside, path: '/reference', component: ReferencePage });
const organizations = createRoute({ ...inside, path: '/organizations', component: OrganizationsPage });
const organization = createRoute({
  ...inside,
  path: '/organizations/$organizationId',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: string } => ({ tab: textOrNone(tab) }),
  component: OrganizationPage,
});
const account = createRoute({
  ...inside,
  path: '/account',
  validateSearch: ({ problem }: Record<string, unknown>): { problem?: string } => ({
    problem: textOrNone(problem),
  }),
  component: AccountPage,
});
const admin = createRoute({ ...inside, path: '/admin', component: AdminLayout });
const inAdmin = { getParentRoute: () => admin };
const adminStart = createRoute({
  ...inAdmin,
  path: '/',
  beforeLoad: ({ search }) => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- The router's way to redirect.
    throw redirect({ to: '/admin/accounts', search, replace: true });
  },
});

const adminAccounts = createRoute({
  ...inAdmin,
  path: '/accounts',
  validateSearch: parseAccountsSearch,
  component: AccountsPage,
});
const adminAccount = createRoute({ ...inAdmin, path: '/accounts/$accountId', component: AdminAccountPage });
const adminMail = createRoute({ ...inAdmin, path: '/mail', component: MailPage });
const adminService = createRoute({ ...inAdmin, path: '/service', component: ServicePage });
const webhooks = createRoute({ ...inside, path: '/webhooks', component: WebhooksPage });
const webhook = createRoute({ ...inside, path: '/webhooks/$webhookId', component: WebhookPage });
const featurePage = createRoute({ ...inside, path: '/$page', component: FeaturePage });

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    register,
    forgottenPassword,
    passwordReset,
    verifyEmail,
    invitation,
    signInLink,
    status,
    docs,
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
      accuracy,
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
