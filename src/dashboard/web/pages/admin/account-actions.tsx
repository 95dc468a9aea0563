import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useDeleteAnyAccount, useUpdateAnyAccount } from '../../api/accounts.ts';
import type { Account } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { showToast } from '../../ui/toast.tsx';
import { ResetLinkDialog } from './reset-link-dialog.tsx';

type Open = 'status' | 'role' | 'reset' | 'delete';

interface AccountActionsProps {
  account: Account;
  isOwn: boolean;
}

export function AccountActions({ account, isOwn }: AccountActionsProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const update = useUpdateAnyAccount(account.id);
  const close = () => {
    setOpen(null);
    update.reset();
  };
  const enable = () =>
    update.mutate({ status: 'active' }, { onSuccess: () => showToast(`${account.full_name} is enabled.`) });
  const isActive = account.status === 'active';
  const isAdmin = account.role === 'admin';
  return (
    <Card title="Actions">
      <ul className="-my-2 divide-y divide-line">
        <Action
          text={
            isAdmin
              ? 'Administers this service: sees and changes everything.'
              : 'Sees and changes what is their own.'
          }
        >
          <Button isSmall onClick={() => setOpen('role')}>
            {isAdmin ? 'Make a member' : 'Make an administrator'}
          </Button>
        </Action>
        <Action text="A link with which a new password is set, once, within an hour.">
          <Button isSmall onClick={() => setOpen('reset')}>
            Password-reset link
          </Button>
        </Action>
        <Action
          text={
            isActive
              ? 'Ends its sessions, and refuses its keys, until it is enabled again.'
              : 'Nobody can sign in with it, and its keys are refused.'
          }
        >
          <Button
            isSmall
            isPending={!isActive && update.isPending}
            onClick={isActive ? () => setOpen('status') : enable}
          >
            {isActive ? 'Disable' : 'Enable'}
          </Button>
        </Action>
        <Action text="Final, with all of its clients and keys.">
          <Button isSmall look="danger" onClick={() => setOpen('delete')}>
            Delete account
          </Button>
        </Action>
      </ul>
      {open === null && update.error !== null && <ErrorNotice error={update.error} />}
      {open === 'status' && (
        <ConfirmDialog
          title={`Disable ${account.full_name}?`}
          action="Disable account"
          error={update.error}
          isPending={update.isPending}
          onClose={close}
          onConfirm={() => update.mutate({ status: 'disabled' }, { onSuccess: close })}
        >
          <p>It is signed out everywhere, and every request with one of its keys is refused from now on.</p>
          <p className="text-muted">Nothing is deleted: enabling it makes the keys work again.</p>
        </ConfirmDialog>
      )}
      {open === 'role' && (
        <ConfirmDialog
          title={
            isAdmin ? `Make ${account.full_name} a member?` : `Make ${account.full_name} an administrator?`
          }
          action={isAdmin ? 'Make a member' : 'Make an administrator'}
          error={update.error}
          isPending={update.isPending}
          onClose={close}
          onConfirm={() => update.mutate({ role: isAdmin ? 'member' : 'admin' }, { onSuccess: close })}
        >
          <p>
            {isAdmin
              ? `${isOwn ? 'You' : 'They'} will see and change only what is ${isOwn ? 'your' : 'their'} own.`
              : 'They will see and change all accounts, clients, limits and usage; keys and secrets stay hidden.'}
          </p>
        </ConfirmDialog>
      )}
      {open === 'reset' && <ResetLinkDialog account={account} onClose={close} />}
      {open === 'delete' && <DeleteDialog account={account} onClose={close} />}
    </Card>
  );
}

function Action({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <p className="min-w-48 flex-1 text-muted">{text}</p>
      {children}
    </li>
  );
}

function DeleteDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const remove = useDeleteAnyAccount(account.id);
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title={`Delete ${account.full_name}?`}
      action="Delete account"
      typed={account.email}
      error={remove.error}
      isPending={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            showToast(`${account.full_name} is deleted.`);
            void navigate({ to: '/admin' });
          },
        })
      }
    >
      <p>
        The account goes with all of its clients and API keys, which are refused from now on. It cannot be
        undone.
      </p>
    </ConfirmDialog>
  );
}
