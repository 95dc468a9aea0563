import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Account } from '../api/schemas.ts';
import { useHasPassword } from '../api/account.ts';
import { gateState } from '../api/transport/session-gate.ts';
import {
  asksForFactor,
  organizationSignInUrl,
  sessionQuery,
  useConfinement,
  useSignIn,
} from '../api/session.ts';
import { useStore } from '../api/transport/store.ts';
import { Button, PlainButtonLink } from '../ui/button.tsx';
import { Actions, Dialog } from '../ui/dialogs/dialog.tsx';
import { Form } from '../ui/forms/form.tsx';
import { PasswordField } from '../ui/forms/fields.tsx';
import { FactorForm, PasskeyButton, ProviderButtons } from './sign-in-ways.tsx';

/** Covers the page when its session has ended. The page keeps its state and continues after signing in again. */
export function SessionDialog({ account }: { account: Account }) {
  const { isClosed } = useStore(gateState);
  // Stored, since it is unknown once the session has ended.
  const [organizationId] = useState(useConfinement());
  const hasPassword = useHasPassword() && organizationId === null;
  const signIn = useSignIn();
  useReloadForAnotherAccount();
  if (!isClosed) return null;
  return (
    <Dialog
      title="Your session has ended"
      description="It expired or was ended elsewhere. Sign in again to continue. Nothing you typed is lost."
      isDismissible={false}
      onClose={() => undefined}
    >
      {asksForFactor(signIn.data) ? (
        <FactorForm
          token={signIn.data.token}
          factors={signIn.data.factor_required}
          onRestart={() => signIn.reset()}
        />
      ) : (
        <>
          <Form
            error={signIn.error}
            onSubmit={(values) =>
              signIn.mutate({ body: { email: account.email, password: values.secret('password') } })
            }
          >
            <input type="hidden" name="email" autoComplete="username" value={account.email} readOnly />
            <p>
              Signed in as <strong className="wrap-anywhere">{account.email}</strong>
            </p>
            {hasPassword && <PasswordField />}
            <Actions>
              <Button onClick={() => location.assign('/login')}>Use another account</Button>
              {hasPassword && (
                <Button type="submit" look="primary" isPending={signIn.isPending}>
                  Sign in
                </Button>
              )}
            </Actions>
          </Form>
          <PasskeyButton />
          {organizationId !== null && (
            <PlainButtonLink
              href={organizationSignInUrl(organizationId, location.pathname + location.search)}
              look="primary"
              className="mt-5 w-full"
            >
              Continue with your company
            </PlainButtonLink>
          )}
          <ProviderButtons next={location.pathname + location.search} hasPassword={hasPassword} />
        </>
      )}
    </Dialog>
  );
}

/** Reloads if another tab has signed in to another account, so that none of the previous account's data remains. */
function useReloadForAnotherAccount(): void {
  const { data } = useQuery(sessionQuery);
  const first = useRef(data?.account.id);
  useEffect(() => {
    if (data && data.account.id !== first.current) location.assign('/');
  }, [data]);
}
