import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ownOrganizationsQuery } from './organizations.ts';
import type { Account, FactorRequired, Identity, Session, SignInMethods } from './schemas.ts';
import { answerOf, api } from './transport/client.ts';
import { askForPasskey } from './transport/passkeys.ts';
import { ProblemError } from './transport/problem-error.ts';
import { answerQuery, useAnswer, useChange } from './transport/queries.ts';
import { queryClient } from './transport/query-client.ts';
import { leaveGate, openGate } from './transport/session-gate.ts';

interface SignedIn {
  account: Account;
  session: Session;
}

/** Ends the session that a fresh sign-in replaces: nobody else should find it open. */
function arrive({ account, session }: SignedIn): void {
  const sessionId = openGate(account.id, session.id);
  if (sessionId !== null)
    void api
      .DELETE('/v1/sessions/{sessionId}', { params: { path: { sessionId } } })
      .catch(() => undefined)
      .finally(() => queryClient.invalidateQueries({ queryKey: ['get', '/v1/sessions'] }));
}

/** Null if not signed in. Refetched when the window gets the focus, since another tab may have changed the session. */
export const sessionQuery = queryOptions({
  queryKey: ['get', '/v1/sessions/current'],
  queryFn: async (): Promise<SignedIn | null> => {
    try {
      const signedIn = await answerOf(api.GET('/v1/sessions/current'));
      arrive(signedIn);
      return signedIn;
    } catch (error) {
      if (error instanceof ProblemError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
  refetchOnWindowFocus: 'always',
});

/**
 * Returns the account of the session. Only for use below the signed-in layout.
 * @throws Error if nobody is signed in.
 */
export function useAccount(): Account {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('Not signed in.');
  return data.account;
}

/** The organization that the session is limited to, if its identity provider started it; otherwise null. */
export function useConfinement(): string | null {
  return useQuery(sessionQuery).data?.session.organization_id ?? null;
}

/** The sign-ins themselves decide what follows, so nothing is fetched again. */
const meta = { outdates: [] };

export function useSignIn() {
  return useChange('post', '/v1/sessions', { meta, onSuccess: useSignedIn() });
}

/** The second step of a sign-in that requires a second factor. */
export function useFinishSignIn() {
  return useChange('post', '/v1/sessions/factor', { meta, onSuccess: useSignedIn() });
}

/** The same step with a passkey. */
export function useFinishSignInWithPasskey() {
  return useMutation({
    mutationFn: async (token: string) => {
      const { options } = await answerOf(api.POST('/v1/sessions/factor/options', { body: { token } }));
      const credential = await askForPasskey(options);
      return answerOf(api.POST('/v1/sessions/factor', { body: { token, credential } }));
    },
    onSuccess: useSignedIn(),
  });
}

export function useSignInWithPasskey() {
  return useMutation({
    mutationFn: async () => {
      const { options } = await answerOf(api.POST('/v1/sessions/passkey/options'));
      const credential = await askForPasskey(options);
      return answerOf(api.POST('/v1/sessions/passkey', { body: { credential } }));
    },
    onSuccess: useSignedIn(),
  });
}

/** Whether a sign-in still needs a second factor. There is no session until then. */
export function asksForFactor(answer: SignedIn | FactorRequired | undefined): answer is FactorRequired {
  return answer !== undefined && 'factor_required' in answer;
}

export function useSignInByLink() {
  return useChange('post', '/v1/sessions/link', { meta, onSuccess: useSignedIn() });
}

function useSignedIn() {
  const queryClient = useQueryClient();
  return (signedIn: SignedIn | FactorRequired) => {
    if (asksForFactor(signedIn)) return;
    queryClient.setQueryData(sessionQuery.queryKey, signedIn);
    arrive(signedIn);
  };
}

/**
 * Reloads the page, so that no data of the account stays in memory.
 * @param next path to open after signing in again
 */
export function useSignOut(next?: string) {
  return useMutation({
    mutationFn: async () => {
      leaveGate();
      try {
        await answerOf(api.DELETE('/v1/sessions/current'));
      } catch (error) {
        if (!(error instanceof ProblemError && error.status === 401)) throw error;
      }
    },
    onSuccess: () => location.assign(next === undefined ? '/login' : `/login?next=${next}`),
  });
}

/** Assumed until the service responds. */
const USUAL: SignInMethods = { password: true, password_reset: false, providers: [], passkeys: false };

type Provider = SignInMethods['providers'][number];

const SINGLE_SIGN_ON = '/v1/sessions/oidc/';

/** Providers of the service's own single sign-on, without those that features add. */
export function useSingleSignOnProviders(): Provider[] {
  return useSignInMethods().providers.filter(({ url }) => url.startsWith(SINGLE_SIGN_ON));
}

/** Returns the sign-in URL of a provider. Providers of features take no parameters. */
export function signInUrl({ url }: Provider, wishes: { next: string; fresh?: 'true' }): string {
  return url.startsWith(SINGLE_SIGN_ON) ? `${url}?${new URLSearchParams(wishes).toString()}` : url;
}

/** Returns the sign-in URL of an organization's identity provider. */
export function organizationSignInUrl(
  organizationId: string,
  wishes: { next: string; fresh?: 'true' },
): string {
  return `${SINGLE_SIGN_ON}${organizationId}?${new URLSearchParams(wishes).toString()}`;
}

/** The ID of the organization with an identity provider for an email's domain, or null if there is none. */
export const findSignIn = (found: { url: string | null } | undefined): string | null =>
  found?.url?.slice(SINGLE_SIGN_ON.length) ?? null;

export function useSignInMethods(): SignInMethods {
  return useAnswer('get', '/v1/sessions/methods', undefined, { staleTime: Infinity }).data ?? USUAL;
}

export const dashboardPagesQuery = answerQuery('get', '/v1/dashboard/pages', undefined, {
  staleTime: Infinity,
});

/** The pages that the user may see, in navigation order. Only for use below the signed-in layout, which loads them. */
export function useDashboardPages() {
  const { role } = useAccount();
  const pages = useQuery(dashboardPagesQuery).data?.data ?? [];
  return pages.filter(({ admins_only }) => !admins_only || role === 'admin');
}

/** Whether the account's email address is verified, and the new address that awaits verification. */
export const ownEmailQuery = answerQuery('get', '/v1/accounts/me/email');

/** The ways the account can sign in. */
export const identitiesQuery = answerQuery('get', '/v1/accounts/me/identities');

/** Whether the account has a password to ask for; true until known. */
export function useHasPassword(): boolean {
  const { password } = useSignInMethods();
  const isConfined = useConfinement() !== null;
  const identities = useQuery({ ...identitiesQuery, enabled: !isConfined }).data?.data;
  return password && (identities?.some(({ issuer }) => issuer === 'password') ?? true);
}

/** The sign-in methods to add: buttons of the sign-in page and the company's, without those that the account has. */
export function useProvidersToConnect(identities: Identity[]): { id: string; title: string }[] {
  const { email } = useAccount();
  const providers = useSingleSignOnProviders();
  const body = { email };
  const company = findSignIn(useAnswer('post', '/v1/sessions/sso', { body }, { staleTime: Infinity }).data);
  const isMember = useQuery(ownOrganizationsQuery).data?.some(({ id }) => id === company) ?? false;
  return [
    ...providers.filter(
      ({ issuer }) => !identities.some((known) => known.issuer === issuer && known.organization_id === null),
    ),
    ...(company && isMember && !identities.some(({ organization_id }) => organization_id === company)
      ? [{ id: company, title: 'Continue with your company' }]
      : []),
  ];
}
