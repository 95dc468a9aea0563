import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { chooseOrganization } from '../../api/organizations.ts';
import { sessionQuery, useSignOut } from '../../api/session.ts';
import { ProblemError } from '../../api/transport/problem-error.ts';
import { useAnswer, useChange } from '../../api/transport/queries.ts';
import { LinkPage } from '../../shell/start-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useKeptLinkToken } from '../../ui/link-token.ts';
import { Loaded, Notice } from '../../ui/states/notice.tsx';
import { Time } from '../../ui/time.tsx';

const BACK = { next: '/accept-invitation' };

export function InvitationPage() {
  const { token, keep, forget } = useKeptLinkToken();
  const session = useQuery(sessionQuery);
  return (
    <LinkPage
      title="Join an organization"
      description="Members share clients, keys and usage. What they can do depends on their role."
      way={{ to: '/', title: 'Go to the dashboard' }}
      token={token}
      hint="Open the full link, or ask for a new one. Links work once and expire after seven days."
    >
      {(invitation) => (
        <Loaded query={session}>
          {(signedIn) =>
            signedIn ? (
              <Acceptance
                token={invitation}
                email={signedIn.account.email}
                onLeave={keep}
                onAccepted={forget}
              />
            ) : (
              <SignInFirst onLeave={keep} />
            )
          }
        </Loaded>
      )}
    </LinkPage>
  );
}

interface AcceptanceProps {
  token: string;
  email: string;
  /** Called to sign in to another account. */
  onLeave: () => void;
  onAccepted: () => void;
}

function Acceptance({ token, email, onLeave, onAccepted }: AcceptanceProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const accept = useChange('post', '/v1/invitations/accept', {
    meta: { outdates: [] },
    onSuccess: async ({ id, name, role }) => {
      onAccepted();
      chooseOrganization(id);
      await queryClient.invalidateQueries();
      await navigate({ to: '/clients' });
      showToast(role ? `You joined ${name} as ${role}.` : `You joined ${name}.`);
    },
  });
  // An accepted invitation can't be previewed.
  const preview = useAnswer(
    'post',
    '/v1/invitations/preview',
    { body: { token } },
    { gcTime: 0, enabled: accept.isIdle },
  );
  if (preview.error instanceof ProblemError && preview.error.code === 'forbidden')
    return <OtherAccount email={email} onLeave={onLeave} />;
  return (
    <Loaded query={preview}>
      {({ organization_name, role, invited_by, expires_at }) => (
        <Form error={accept.error} onSubmit={() => accept.mutate({ body: { token } })}>
          <p className="wrap-anywhere">
            <b>{invited_by.full_name}</b> ({invited_by.email}) invited you to join <b>{organization_name}</b>{' '}
            as {role}.
          </p>
          <p className="text-muted wrap-anywhere">
            You are signed in as {email}. The invitation expires <Time instant={expires_at} />.
          </p>
          <Button type="submit" look="primary" className="w-full" isPending={accept.isPending}>
            Accept the invitation
          </Button>
        </Form>
      )}
    </Loaded>
  );
}

function OtherAccount({ email, onLeave }: Pick<AcceptanceProps, 'email' | 'onLeave'>) {
  const signOut = useSignOut('/accept-invitation');
  return (
    <Form error={signOut.error} onSubmit={() => signOut.mutate()}>
      <p className="wrap-anywhere">
        The invitation is for another email address. You are signed in as {email}. Sign in with the invited
        address to come back to this page.
      </p>
      <Button type="submit" className="w-full" isPending={signOut.isPending} onClick={onLeave}>
        Use another account
      </Button>
    </Form>
  );
}

function SignInFirst({ onLeave }: { onLeave: () => void }) {
  const look = 'font-medium text-accent underline underline-offset-4';
  return (
    <Notice tone="info" title="Sign in first">
      <p>
        <Link to="/login" search={BACK} onClick={onLeave} className={look}>
          Sign in
        </Link>{' '}
        or{' '}
        <Link to="/register" search={BACK} onClick={onLeave} className={look}>
          register
        </Link>{' '}
        with the invited email address. You then return to this page.
      </p>
    </Notice>
  );
}
