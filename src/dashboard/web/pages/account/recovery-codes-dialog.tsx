import { CopyButton } from '../../ui/copy-button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { OnceDialog } from '../../ui/dialogs/once-dialog.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { useChange } from '../../api/transport/queries.ts';

/** A changed factor can grant or remove access to organizations and all their data. */
export const FACTOR_CHANGED = { outdates: 'everything' } as const;

export function RecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const create = useChange('post', '/v1/accounts/me/factors/recovery-codes', { meta: FACTOR_CHANGED });
  if (create.data !== undefined)
    return <RecoveryCodesOnce codes={create.data.recovery_codes} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="Create new recovery codes?"
      action="Create codes"
      mutation={create}
      onClose={onClose}
      onConfirm={() => create.mutate({})}
    >
      <p>Your current codes stop working.</p>
    </ConfirmDialog>
  );
}

/** The API returns the codes only once; they are gone when the dialog closes. */
export function RecoveryCodesOnce({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <OnceDialog title="Your recovery codes" onClose={onClose}>
      <Notice tone="warning" title="The codes are shown only once">
        <p>
          Store them securely. If you lose your authenticator app or passkey, use a recovery code to sign in.
          Each works once.
        </p>
      </Notice>
      <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} name="Copy all: recovery codes" label="Copy all" />
    </OnceDialog>
  );
}
