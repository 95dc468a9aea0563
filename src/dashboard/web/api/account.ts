import { useQuery } from '@tanstack/react-query';
import { answerQuery, useAnswer } from './transport/queries.ts';
import type { Identity } from './schemas.ts';
import { ownOrganizationsQuery } from './organizations.ts';
import {
  findSignIn,
  useAccount,
  useConfinement,
  useSignInMethods,
  useSingleSignOnProviders,
} from './session.ts';

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
