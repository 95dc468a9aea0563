/** The paths that the page itself routes (`web/router.tsx`): each is answered with the page, all others with an error. */
export const PAGE_PATHS = [
  '/',
  '/login',
  '/register',
  '/reset-password',
  '/accept-invitation',
  '/sign-in',
  '/clients',
  '/clients/*',
  '/api-keys',
  '/usage',
  '/forecast',
  '/forecast/request',
  '/reference',
  '/account',
  '/admin',
  '/admin/*',
];
