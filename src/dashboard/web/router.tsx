import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { NotFound } from './shell/not-found.tsx';
import { RouteError } from './shell/route-error.tsx';
import { PageSkeleton, SignedInLayout } from './shell/signed-in-layout.tsx';

// Each page is a file of its own, loaded when it is first opened. The service answers these paths with the page: see
// page-paths.ts on the other side.

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: ({
    next,
    registered,
  }: Record<string, unknown>): { next?: string; registered?: string } => ({
    // Only a path of this page: anything else could lead to another site.
    next: typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined,
    registered: typeof registered === 'string' ? registered : undefined,
  }),
  component: lazyRouteComponent(() => import('./pages/login/login-page.tsx'), 'LoginPage'),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyRouteComponent(() => import('./pages/register/register-page.tsx'), 'RegisterPage'),
});

const passwordReset = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(
    () => import('./pages/password-reset/password-reset-page.tsx'),
    'PasswordResetPage',
  ),
});

const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedInLayout });

const overview = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const applications = createRoute({
  getParentRoute: () => signedIn,
  path: '/applications',
  component: lazyRouteComponent(
    () => import('./pages/applications/applications-page.tsx'),
    'ApplicationsPage',
  ),
});

const application = createRoute({
  getParentRoute: () => signedIn,
  path: '/applications/$clientId',
  component: lazyRouteComponent(() => import('./pages/applications/application-page.tsx'), 'ApplicationPage'),
});

const usage = createRoute({
  getParentRoute: () => signedIn,
  path: '/usage',
  component: lazyRouteComponent(() => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
});

const forecast = createRoute({
  getParentRoute: () => signedIn,
  path: '/forecast',
  component: lazyRouteComponent(() => import('./pages/forecast/forecast-page.tsx'), 'ForecastPage'),
});

const reference = createRoute({
  getParentRoute: () => signedIn,
  path: '/reference',
  component: lazyRouteComponent(() => import('./pages/reference/reference-page.tsx'), 'ReferencePage'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
});

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  component: lazyRouteComponent(() => import('./pages/admin/admin-page.tsx'), 'AdminPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    register,
    passwordReset,
    signedIn.addChildren([overview, applications, application, usage, forecast, reference, account, admin]),
  ]),
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
