import { useHasPassword } from '../../api/account.ts';
import { useAccount } from '../../api/session.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { FreshSignInNotice } from '../../ui/states/fresh-sign-in-notice.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { leaveGate } from '../../api/transport/session-gate.ts';
import { DialogButton, FormDialog } from '../../ui/dialogs/dialog.tsx';
import { PasswordField } from '../../ui/forms/fields.tsx';

export function DeleteAccountCard() {
  return (
    <Card
      title="Delete your account"
      description="Deletes your account with all of its clients and API keys. This can't be undone."
      actions={
        <DialogButton look="danger" dialog={(close) => <DeleteAccountDialog onClose={close} />}>
          Delete account
        </DialogButton>
      }
      className="pb-4"
    />
  );
}

function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { email } = useAccount();
  const hasPassword = useHasPassword();
  const remove = useChange('delete', '/v1/accounts/me', {
    meta: { outdates: [] },
    // Reloads the page, so that no data of the account stays in memory.
    onSuccess: () => {
      leaveGate();
      location.assign('/login');
    },
  });
  return (
    <FormDialog
      title="Delete your account?"
      action="Delete account"
      look="danger"
      mutation={remove}
      onClose={onClose}
      request={(values) => ({ body: { password: hasPassword ? values.secret('password') : undefined } })}
    >
      <Notice tone="danger" title="This can't be undone">
        <p>
          Deletes <strong className="wrap-anywhere">{email}</strong> with all of its clients. Their API keys
          stop working immediately.
        </p>
      </Notice>
      {hasPassword ? (
        <PasswordField label="Confirm with your password" />
      ) : (
        <FreshSignInNotice>
          You have no password, so you can delete your account only within 10 minutes of signing in.
        </FreshSignInNotice>
      )}
    </FormDialog>
  );
}
