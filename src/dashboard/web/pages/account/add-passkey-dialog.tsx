import { useMutation } from '@tanstack/react-query';
import { answerOf, api } from '../../api/transport/client.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { textOf } from '../../ui/forms/form.tsx';
import { createPasskey } from '../../api/transport/passkeys.ts';
import { FACTOR_CHANGED, RecoveryCodesOnce } from './recovery-codes-dialog.tsx';

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const add = useMutation({
    mutationKey: ['post', '/v1/accounts/me/factors/passkey'],
    meta: FACTOR_CHANGED,
    mutationFn: async (name: string | undefined) => {
      const { options } = await answerOf(api.POST('/v1/accounts/me/factors/passkey/options'));
      const credential = await createPasskey(options);
      return answerOf(api.POST('/v1/accounts/me/factors/passkey', { body: { name, credential } }));
    },
  });
  const codes = add.data?.recovery_codes;
  if (codes) return <RecoveryCodesOnce codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      title="Add passkey"
      description="A passkey is stored on your device, on a security key or in a password manager."
      action="Continue"
      mutation={add}
      onClose={onClose}
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
    </FormDialog>
  );
}
