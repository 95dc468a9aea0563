import { useState } from 'react';
import { useDeleteAccount } from '../../api/account.ts';
import { useAccount } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, secretOf } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';

export function DeleteAccountCard() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Card
        title="Delete this account"
        description="Final, with all of its clients and API keys."
        actions={
          <Button look="danger" onClick={() => setIsOpen(true)}>
            Delete account
          </Button>
        }
        className="pb-4"
      />
      {isOpen && <DeleteAccountDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { email } = useAccount();
  const remove = useDeleteAccount();
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <Form error={remove.error} onSubmit={(values) => remove.mutate(secretOf(values, 'password'))}>
        <Notice tone="danger" title="What it breaks">
          <p>
            All clients of <strong className="wrap-anywhere">{email}</strong> are deleted, and each of their
            API keys is refused from the next request on. It cannot be undone.
          </p>
        </Notice>
        <TextField
          name="password"
          label="Your password, to confirm"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
        />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" isPending={remove.isPending}>
            Delete account
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
