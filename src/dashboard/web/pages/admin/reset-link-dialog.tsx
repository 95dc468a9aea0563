import type { Account } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { OnceDialog } from '../../ui/dialogs/once-dialog.tsx';
import { ErrorNotice } from '../../ui/states/error-notice.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { SecretOnce } from '../../ui/dialogs/secret-once.tsx';
import { fullTime } from '../../ui/time.tsx';
import { useChange } from '../../api/transport/queries.ts';

/** The API returns the link only once; it is gone when the dialog closes. */
export function ResetLinkDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const make = useChange('post', '/v1/accounts/{accountId}/password-reset', { meta: { outdates: [] } });
  const link = make.data;
  if (link !== undefined)
    return (
      <OnceDialog title="Password reset link" onClose={onClose}>
        <Notice tone="warning" title="This link is shown only once">
          <p>
            Send it to {account.full_name} over a secure channel. It works once and expires{' '}
            {fullTime(link.expires_at)}.
          </p>
        </Notice>
        <SecretOnce label="Link" secret={link.url} />
      </OnceDialog>
    );
  return (
    <Dialog
      title="Create a password reset link?"
      description={`Anyone with the link can set a new password for ${account.email}, once, within an hour. Any earlier link stops working.`}
      onClose={onClose}
    >
      {make.error !== null && <ErrorNotice error={make.error} />}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          isPending={make.isPending}
          onClick={() => make.mutate({ params: { path: { accountId: account.id } } })}
        >
          Create link
        </Button>
      </Actions>
    </Dialog>
  );
}
