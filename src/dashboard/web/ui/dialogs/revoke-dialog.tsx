import type { ReactNode } from 'react';
import type { Credential } from '../credential-columns.tsx';
import { LastUse } from '../last-use.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { toastThen } from './toast.tsx';
import type { MutationState } from './dialog.tsx';

interface RevokeDialogProps {
  noun: 'key' | 'token';
  credential: Credential;
  mutation: MutationState;
  onRevoke: (options: { onSuccess: () => void }) => void;
  onClose: () => void;
  /** Further information. */
  children?: ReactNode;
}

export function RevokeDialog({ noun, credential, mutation, onRevoke, onClose, children }: RevokeDialogProps) {
  const { name, start, last_used_at } = credential;
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      action={`Revoke ${noun}`}
      mutation={mutation}
      onClose={onClose}
      onConfirm={() => onRevoke(toastThen(`${name} revoked.`, onClose))}
    >
      <p>
        Requests with <span className="font-mono">{start}…</span> are rejected immediately. This can&apos;t be
        undone.
      </p>
      <p className="font-medium">
        <LastUse noun={noun} lastUsedAt={last_used_at} />
      </p>
      {children}
    </ConfirmDialog>
  );
}
