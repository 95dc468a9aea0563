import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Credential } from '../credential-columns.tsx';
import { LastUse } from '../last-use.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { toastThen } from './toast.tsx';

interface RevokeDialogProps {
  noun: 'key' | 'token';
  credential: Credential;
  revoke: UseMutationResult<unknown, Error, void>;
  onClose: () => void;
  /** Further information. */
  children?: ReactNode;
}

export function RevokeDialog({ noun, credential, revoke, onClose, children }: RevokeDialogProps) {
  const { name, start, last_used_at } = credential;
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      action={`Revoke ${noun}`}
      mutation={revoke}
      onClose={onClose}
      onConfirm={() => revoke.mutate(undefined, toastThen(`${name} revoked.`, onClose))}
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
