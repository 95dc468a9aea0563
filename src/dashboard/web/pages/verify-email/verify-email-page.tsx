import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { sessionQuery } from '../../api/session.ts';
import { answerOf, api } from '../../api/transport/client.ts';
import { ProblemError } from '../../api/transport/problem-error.ts';
import { StartLayout } from '../../shell/start-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { Form, secretOf } from '../../ui/forms/form.tsx';
import { useLinkToken } from '../../ui/link-token.ts';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Notice } from '../../ui/states/notice.tsx';

export function VerifyEmailPage() {
  const token = useLinkToken();
  const session = useQuery(sessionQuery);
  return (
    <StartLayout
      title="Verify your email address"
      description="This shows that mail to the address reaches you."
      footer={
        <Link to="/" className="font-medium text-accent underline underline-offset-4">
          To the dashboard
        </Link>
      }
    >
      {token === null ? (
        <Notice tone="danger" title="This link is incomplete">
          <p>Open the full link, or ask for a new one. Links work once and expire after 24 hours.</p>
        </Notice>
      ) : (
        <Loaded query={session}>
          {(signedIn) => <Verification token={token} isSignedIn={!!signedIn} />}
        </Loaded>
      )}
    </StartLayout>
  );
}

/** Who is signed in to another account is asked for the password of the link's, too. */
function Verification({ token, isSignedIn }: { token: string; isSignedIn: boolean }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [asksPassword, setAsksPassword] = useState(!isSignedIn);
  const verify = useMutation({
    mutationFn: (password: string | undefined) =>
      answerOf(api.POST('/v1/email-verifications', { body: { token, password } })),
    gcTime: 0,
    onError: (error) => {
      if (error instanceof ProblemError && 'password' in error.faults) setAsksPassword(true);
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      await navigate(
        isSignedIn ? { to: '/account' } : { to: '/login', search: { notice: 'email-verified' } },
      );
    },
  });
  return (
    <Form
      error={verify.error}
      onSubmit={(values) => verify.mutate(asksPassword ? secretOf(values, 'password') : undefined)}
    >
      {asksPassword && (
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          hint="Of the account that has this address, or is to get it. If you have no account here, close this page."
          required
          autoFocus
        />
      )}
      <Button type="submit" look="primary" className="w-full" isPending={verify.isPending}>
        Verify
      </Button>
    </Form>
  );
}
