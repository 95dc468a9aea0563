import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { chooseOrganization } from '../../api/organizations/current-organization.ts';
import { sessionQuery } from '../../api/session.ts';
import { answerOf, api } from '../../api/transport/client.ts';
import { StartLayout } from '../../shell/start-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useLinkToken } from '../../ui/link-token.ts';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Notice } from '../../ui/states/notice.tsx';

const KEPT_TOKEN = 'invitation-token';
const BACK = { next: '/accept-invitation' };

/** The token travels behind the `#`, which no server sees. Who has to sign in first finds it again in this tab. */
export function InvitationPage() {
  const linkToken = useLinkToken();
  const [token] = useState(() => linkToken ?? sessionStorage.getItem(KEPT_TOKEN));
  useEffect(() => {
    if (token !== null) sessionStorage.setItem(KEPT_TOKEN, token);
  }, [token]);
  const session = useQuery(sessionQuery);
  return (
    <StartLayout
      title="Join an organization"
      description="Members share clients, keys and usage, by their roles."
      footer={
        <Link to="/" className="font-medium text-accent underline underline-offset-4">
          To the dashboard
        </Link>
      }
    >
      {token === null ? (
        <Notice tone="danger" title="This link is incomplete">
          <p>Open the full link, or ask for a new one. Links work once and expire after seven days.</p>
        </Notice>
      ) : (
        <Loaded query={session}>
          {(signedIn) =>
            signedIn ? <Acceptance token={token} email={signedIn.account.email} /> : <SignInFirst />
          }
        </Loaded>
      )}
    </StartLayout>
  );
}

function Acceptance({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const accept = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/invitations/accept', { body: { token } })),
    gcTime: 0,
    onSuccess: async ({ id }) => {
      sessionStorage.removeItem(KEPT_TOKEN);
      chooseOrganization(id);
      await queryClient.invalidateQueries();
      await navigate({ to: '/clients' });
    },
  });
  return (
    <Form error={accept.error} onSubmit={() => accept.mutate()}>
      <p className="text-muted">
        You are signed in as <span className="font-medium break-all">{email}</span>. The invitation must be
        for this address.
      </p>
      <Button type="submit" look="primary" className="w-full" isPending={accept.isPending}>
        Accept the invitation
      </Button>
    </Form>
  );
}

function SignInFirst() {
  const look = 'font-medium text-accent underline underline-offset-4';
  return (
    <Notice tone="info" title="Sign in first">
      <p>
        <Link to="/login" search={BACK} className={look}>
          Sign in
        </Link>{' '}
        or{' '}
        <Link to="/register" search={BACK} className={look}>
          register
        </Link>{' '}
        with the email address that was invited. You come back here afterwards.
      </p>
    </Notice>
  );
}
