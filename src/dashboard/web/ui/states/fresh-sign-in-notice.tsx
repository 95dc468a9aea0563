import { useQuery } from '@tanstack/react-query';
import { sessionQuery, useSignOut } from '../../api/session.ts';
import { signInUrl, useSingleSignOnProviders } from '../../api/sign-in-methods.ts';
import { Button, PlainButtonLink } from '../button.tsx';
import { Notice } from './notice.tsx';

/** For actions that require a recent sign-in. Signing in again leads back to the current page. */
export function FreshSignInNotice({ isUrgent, children }: { isUrgent?: boolean; children: string }) {
  const next = location.pathname;
  const signOut = useSignOut(next);
  const method = useQuery(sessionQuery).data?.session.method;
  const provider = useSingleSignOnProviders().find(({ id }) => id === method);
  return (
    <Notice tone="info" isUrgent={isUrgent}>
      <p>{children}</p>
      {provider ? (
        <PlainButtonLink isSmall href={signInUrl(provider, { next, fresh: 'true' })}>
          Sign in again
        </PlainButtonLink>
      ) : (
        <Button isSmall isPending={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign in again
        </Button>
      )}
    </Notice>
  );
}
