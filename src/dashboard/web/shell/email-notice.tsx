import { useQuery } from '@tanstack/react-query';
import { ownEmailQuery, useConfinement } from '../api/session.ts';
import { useChange } from '../api/transport/queries.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/dialogs/toast.tsx';
import { ErrorNotice, Notice } from '../ui/states/notice.tsx';

/** Asks the user to verify the account's email address, if the service can do that. */
export function EmailNotice() {
  const isConfined = useConfinement() !== null;
  const { data } = useQuery({ ...ownEmailQuery, enabled: !isConfined });
  const send = useChange('post', '/v1/accounts/me/email');
  if (!data?.sends_mail || (data.verified && data.pending_email === null)) return null;
  const { email, pending_email } = data;
  const awaited = pending_email ?? email;
  return (
    <Notice
      tone="info"
      title={pending_email === null ? 'Verify your email address' : 'Your new email address'}
    >
      <p>
        {pending_email === null
          ? `Open the link that we sent to ${email}. If you didn't get it, or it has expired, send another one.`
          : `You sign in with ${email} until you open the link that we sent to ${pending_email}.`}
      </p>
      {send.error !== null && <ErrorNotice error={send.error} />}
      <div className="flex flex-wrap gap-2 pt-1.5">
        <Button
          isSmall
          isPending={send.isPending}
          onClick={() =>
            send.mutate({ body: { email: awaited } }, { onSuccess: () => showToast('Link sent.') })
          }
        >
          Send another link
        </Button>
        {pending_email !== null && (
          <Button isSmall onClick={() => send.mutate({ body: { email } })}>
            Keep the old address
          </Button>
        )}
      </div>
    </Notice>
  );
}
