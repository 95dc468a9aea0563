import { useResetLink } from '../../api/accounts.ts';
import type { Account } from '../../api/schemas.ts';
import { needsFreshSignIn } from '../../api/transport/problem-error.ts';
import { FreshSignInNotice } from '../../shell/fresh-sign-in-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { ErrorNotice } from '../../ui/states/error-notice.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { SecretOnce } from '../../ui/dialogs/secret-once.tsx';
import { fullTime } from '../../ui/time.tsx';

/** The link is in one answer only, and gone when the dialog closes. */
export function ResetLinkDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const make = useResetLink(account.id);
  const link = make.data;
  if (link !== undefined)
    return (
      <Dialog title="Password reset link" onClose={onClose} isDismissible={false}>
        <div className="space-y-4">
          <Notice tone="warning" title="This link is shown only once">
            <p>
              Send it to {account.full_name} over a secure channel. It works once and expires{' '}
              {fullTime(link.expires_at)}.
            </p>
          </Notice>
          <SecretOnce label="Link" secret={link.url} />
          <Actions>
            <Button look="primary" onClick={onClose}>
              Done
            </Button>
          </Actions>
        </div>
      </Dialog>
    );
  return (
    <Dialog
      title="Create a password reset link?"
      description={`Anyone with the link can set a new password for ${account.email}, once, within an hour. Any earlier link stops working.`}
      onClose={onClose}
    >
      {needsFreshSignIn(make.error) ? (
        <FreshSignInNotice>You can create a reset link within 10 minutes of signing in.</FreshSignInNotice>
      ) : (
        make.error !== null && <ErrorNotice error={make.error} />
      )}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" isPending={make.isPending} onClick={() => make.mutate()}>
          Create link
        </Button>
      </Actions>
    </Dialog>
  );
}
