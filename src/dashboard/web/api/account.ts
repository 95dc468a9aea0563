import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { answerOf, api } from './transport/client.ts';
import type { Identity, UpdateOwnAccount } from './schemas.ts';
import { leaveGate } from './transport/session-gate.ts';
import { ORGANIZATIONS, ownOrganizationsQuery } from './organizations/organizations.ts';
import { sessionQuery, useAccount, useConfinement } from './session.ts';
import { findSignIn, useSignInMethods, useSingleSignOnProviders } from './sign-in-methods.ts';
import { useTokensChanged } from './tokens.ts';

export function useUpdateAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateOwnAccount) => answerOf(api.PATCH('/v1/accounts/me', { body })),
    onSuccess: (account) => {
      queryClient.setQueryData(sessionQuery.queryKey, (signedIn) => signedIn && { ...signedIn, account });
      // The personal organization is named after the account.
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: ORGANIZATIONS }),
        queryClient.invalidateQueries({ queryKey: ownEmailQuery.queryKey }),
      ]);
    },
  });
}

/** Whether the account's email address is verified, and the new address that awaits verification. */
export const ownEmailQuery = queryOptions({
  queryKey: ['own-email'],
  queryFn: () => answerOf(api.GET('/v1/accounts/me/email')),
});

/** Returns the export file with all data about the account. */
export async function accountExport(): Promise<string> {
  const text: unknown = await answerOf<unknown>(api.GET('/v1/accounts/me/export', { parseAs: 'text' }));
  return String(text);
}

const SESSIONS = ['sessions'];

/** The account's sessions. */
export const sessionsQuery = infiniteQueryOptions({
  queryKey: SESSIONS,
  queryFn: ({ pageParam }) => answerOf(api.GET('/v1/sessions', { params: { query: { cursor: pageParam } } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
});

function useSessionsChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: SESSIONS });
}

export function useChangePassword() {
  const sessionsChanged = useSessionsChanged();
  const identitiesChanged = useIdentitiesChanged();
  const tokensChanged = useTokensChanged();
  return useMutation({
    mutationFn: (body: { current_password?: string; new_password: string }) =>
      answerOf(api.PUT('/v1/accounts/me/password', { body })),
    gcTime: 0,
    onSuccess: () => Promise.all([sessionsChanged(), identitiesChanged(), tokensChanged()]),
  });
}

/** The ways the account can sign in. */
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: async () => (await answerOf(api.GET('/v1/accounts/me/identities'))).data,
});

/** Whether the account has a password to ask for; true until known. */
export function useHasPassword(): boolean {
  const { password } = useSignInMethods();
  const isConfined = useConfinement() !== null;
  const identities = useQuery({ ...identitiesQuery, enabled: !isConfined }).data;
  return password && (identities?.some(({ issuer }) => issuer === 'password') ?? true);
}

/** The sign-in methods to add: buttons of the sign-in page and the company's, without those that the account has. */
export function useProvidersToConnect(identities: Identity[]): { id: string; title: string }[] {
  const { email } = useAccount();
  const providers = useSingleSignOnProviders();
  const company = useQuery({
    queryKey: ['company-sign-in', email],
    queryFn: () => findSignIn(email),
    staleTime: Infinity,
  }).data;
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

function useIdentitiesChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: identitiesQuery.queryKey });
}

export function useRemoveIdentity() {
  const changed = useIdentitiesChanged();
  return useMutation({
    mutationFn: (identityId: string) =>
      answerOf(api.DELETE('/v1/accounts/me/identities/{identityId}', { params: { path: { identityId } } })),
    onSuccess: changed,
  });
}

/** Leaves the page for the identity provider, which redirects back. */
export function useConnectIdentity() {
  return useMutation({
    mutationFn: (provider: string) =>
      answerOf(api.POST('/v1/accounts/me/identities', { body: { provider } })),
    onSuccess: ({ url }) => location.assign(url),
  });
}

export function useEndSession() {
  const changed = useSessionsChanged();
  return useMutation({
    mutationFn: (sessionId: string) =>
      answerOf(api.DELETE('/v1/sessions/{sessionId}', { params: { path: { sessionId } } })),
    onSuccess: changed,
  });
}

export function useEndOtherSessions() {
  const changed = useSessionsChanged();
  return useMutation({ mutationFn: () => answerOf(api.DELETE('/v1/sessions')), onSuccess: changed });
}

/** Reloads the page, so that no data of the account stays in memory. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: (password: string | undefined) =>
      answerOf(api.DELETE('/v1/accounts/me', { body: { password } })),
    gcTime: 0,
    onSuccess: () => {
      leaveGate();
      location.assign('/login');
    },
  });
}
