import { useAddPasskey } from '../../api/factors.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { Form, textOf } from '../../ui/forms/form.tsx';
import { RecoveryCodesOnce } from './recovery-codes-dialog.tsx';

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const add = useAddPasskey();
  const codes = add.data?.recovery_codes;
  if (codes) return <RecoveryCodesOnce codes={codes} onClose={onClose} />;
  return (
    <Dialog
      title="Add passkey"
      description="A passkey is stored on your device, on a security key or in a password manager."
      onClose={onClose}
    >
      <Form
        error={add.error}
        onSubmit={(values) =>
          add.mutate(textOf(values, 'name') || undefined, {
            onSuccess: ({ factor, recovery_codes }) => {
              if (recovery_codes !== null) return;
              showToast(`${factor.name} added.`);
              onClose();
            },
          })
        }
      >
        <TextField
          name="name"
          label="Name"
          maxLength={100}
          autoComplete="off"
          hint="A name that helps you recognize it, for example “Laptop”."
        />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={add.isPending}>
            Continue
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
