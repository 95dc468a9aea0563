import { QRCodeSVG } from 'qrcode.react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { SecretOnce } from '../../ui/dialogs/secret-once.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { textOf } from '../../ui/forms/form.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { FACTOR_CHANGED, RecoveryCodesOnce } from './recovery-codes-dialog.tsx';

/** The API returns the secret only once; it is gone when the dialog closes. */
export function AddTotpDialog({ onClose }: { onClose: () => void }) {
  const add = useChange('post', '/v1/accounts/me/factors/totp', { meta: { outdates: [] } });
  if (add.data !== undefined) return <ConfirmDialog enrolment={add.data} onClose={onClose} />;
  return (
    <FormDialog
      title="Add authenticator app"
      description="Any app for time-based one-time codes (TOTP) works."
      action="Continue"
      mutation={add}
      onClose={onClose}
      onSubmit={(values) => add.mutate({ body: { name: textOf(values, 'name') || undefined } })}
    >
      <TextField
        name="name"
        label="Name"
        maxLength={100}
        autoComplete="off"
        hint="A name that helps you recognize it, for example “Phone”."
      />
    </FormDialog>
  );
}

interface ConfirmDialogProps {
  enrolment: { id: string; secret: string; uri: string };
  onClose: () => void;
}

function ConfirmDialog({ enrolment: { id, secret, uri }, onClose }: ConfirmDialogProps) {
  const confirm = useChange('post', '/v1/accounts/me/factors/{factorId}/confirm', { meta: FACTOR_CHANGED });
  const codes = confirm.data?.recovery_codes;
  if (codes) return <RecoveryCodesOnce codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      title="Scan the QR code"
      description="Then enter the code that the app shows."
      action="Confirm"
      mutation={confirm}
      onClose={onClose}
      onSubmit={(values) =>
        confirm.mutate(
          { params: { path: { factorId: id } }, body: { code: textOf(values, 'code') } },
          {
            onSuccess: ({ factor, recovery_codes }) => {
              if (recovery_codes !== null) return;
              showToast(`${factor.name} added.`);
              onClose();
            },
          },
        )
      }
    >
      {/* Scanners need dark on light, even in the dark theme. */}
      <div className="mx-auto w-fit rounded-lg bg-white p-3">
        <QRCodeSVG value={uri} size={192} title="QR code for the authenticator app" />
      </div>
      <SecretOnce label="Key, if you can't scan" secret={secret} />
      <TextField
        name="code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        hint="Six digits. Confirm within 10 minutes."
        required
      />
    </FormDialog>
  );
}
