import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { secretOf, textOf } from '../../ui/forms/form.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { useChange } from '../../api/transport/queries.ts';

/** Also works while registration is closed. */
export function CreateAccountDialog({ onClose }: { onClose: () => void }) {
  const create = useChange('post', '/v1/accounts');
  return (
    <FormDialog
      title="Create account"
      description="Give the owner the password, or create a reset link so they can set their own."
      action="Create account"
      mutation={create}
      onClose={onClose}
      onSubmit={(values) =>
        create.mutate(
          {
            body: {
              full_name: textOf(values, 'full_name'),
              email: textOf(values, 'email'),
              password: secretOf(values, 'password'),
              organization: textOf(values, 'organization') || undefined,
            },
          },
          {
            onSuccess: ({ full_name }) => {
              showToast(`Account created for ${full_name}.`);
              onClose();
            },
          },
        )
      }
    >
      <TextField name="full_name" label="Full name" maxLength={100} autoComplete="off" required />
      <TextField name="email" label="Email" type="email" maxLength={254} autoComplete="off" required />
      <TextField
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters. Common passwords are rejected."
        required
      />
      <TextField name="organization" label="Organization" maxLength={100} autoComplete="off" />
    </FormDialog>
  );
}
