import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { sessionQuery, useSignInMethods, useSignOut } from '../../api/session.ts';
import { ProblemError } from '../../api/transport/problem-error.ts';
import { useChange } from '../../api/transport/queries.ts';
import { LinkPage } from '../../shell/start-layout.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/forms/fields.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useKeptLinkToken } from '../../ui/link-token.ts';
import { Loaded } from '../../ui/states/notice.tsx';

export function VerifyEmailPage() {
  const { token, keep, forget } = useKeptLinkToken();
  const session = useQuery(sessionQuery);
  return (
    <LinkPage
      title="Verify your email address"
      description="Confirm that you receive mail at this address."
      way={{ to: '/', title: 'Go to the dashboard' }}
      token={token}
      hint="Open the full link, or ask for a new one. Links work once and expire after 24 hours."
    >
      {(link) => (
        <Loaded query={session}>
          {(signedIn) => (
            <Verification token={link} isSignedIn={!!signedIn} onLeave={keep} onVerified={forget} />
          )}
        </Loaded>
      )}
    </LinkPage>
  );
}

interface VerificationProps {
  token: string;
  isSignedIn: boolean;
  /** Called to sign in first. */
  onLeave: () => void;
  onVerified: () => void;
}

/** Asks for the password of the link's account if the user is signed out or signed in to another account. */
function Verification({ token, isSignedIn, onLeave, onVerified }: VerificationProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { password: hasPasswords } = useSignInMethods();
  const signOut = useSignOut('/verify-email');
  const [isOthers, setIsOthers] = useState(!isSignedIn);
  const asksPassword = isOthers && hasPasswords;
  const verify = useChange('post', '/v1/email-verifications', {
    meta: { outdates: [] },
    onError: (error) => {
      if (error instanceof ProblemError && 'password' in error.faults) setIsOthers(true);
    },
    onSuccess: async () => {
      onVerified();
      await queryClient.invalidateQueries();
      await navigate(
        isSignedIn ? { to: '/account' } : { to: '/login', search: { notice: 'email-verified' } },
      );
    },
  });
  return (
    <Form
      error={verify.error}
      onSubmit={(values) =>
        verify.mutate({ body: { token, password: asksPassword ? values.secret('password') : undefined } })
      }
    >
      {asksPassword && (
        <PasswordField
          hint="The password of the account with this address. If you don't have an account, close this page."
          autoFocus
        />
      )}
      {(!isOthers || hasPasswords) && (
        <Button type="submit" look="primary" className="w-full" isPending={verify.isPending}>
          Verify email address
        </Button>
      )}
      {isOthers && !isSignedIn && (
        <p className="text-center text-muted">
          {hasPasswords && 'No password? '}
          <TextLink to="/login" search={{ next: '/verify-email' }} onClick={onLeave}>
            Sign in first
          </TextLink>
        </p>
      )}
      {isOthers && isSignedIn && (
        <>
          <p className="text-muted">
            This address belongs to another account. {hasPasswords && 'No password? '}Sign in to that account
            to come back to this page.
          </p>
          <Button
            className="w-full"
            isPending={signOut.isPending}
            onClick={() => {
              onLeave();
              signOut.mutate();
            }}
          >
            Use another account
          </Button>
        </>
      )}
    </Form>
  );
}
