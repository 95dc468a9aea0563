import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus, ShieldCheck } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { ownOrganizationsQuery } from '../../api/organizations.ts';
import type { Factor, FactorType } from '../../api/schemas.ts';
import { answerOf, api } from '../../api/transport/client.ts';
import { areSupported, createPasskey } from '../../api/transport/passkeys.ts';
import { useAnswer, useChange } from '../../api/transport/queries.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Close, ConfirmDialog, DialogButton, FormDialog, OnceDialog } from '../../ui/dialogs/dialog.tsx';
import { CopyField, NameField, TextField } from '../../ui/forms/fields.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { EmptyState, Loaded, Notice } from '../../ui/states/notice.tsx';
import { Time } from '../../ui/time.tsx';

export function FactorsCard() {
  const [removed, setRemoved] = useState<Factor>();
  return (
    <Card
      id="two-factor"
      title="Two-factor authentication"
      description="Require a code from an authenticator app, or a passkey, at every sign-in. You can also use a passkey to sign in without a password."
      actions={
        <>
          {areSupported && (
            <DialogButton icon={Plus} isSmall text="Add passkey" dialog={<AddPasskeyDialog />} />
          )}
          <DialogButton icon={Plus} isSmall text="Add authenticator app" dialog={<AddTotpDialog />} />
        </>
      }
      isFlush
    >
      <Loaded query={useAnswer('get', '/v1/accounts/me/factors')}>
        {({ data, recovery_codes_left }) =>
          data.length === 0 ? (
            <EmptyState icon={ShieldCheck} title="Off">
              You sign in with your password only.
            </EmptyState>
          ) : (
            <>
              <Table caption="Two-factor authentication" columns={columnsOf(setRemoved)} rows={data} />
              <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 sm:px-5">
                <p className={recovery_codes_left < 3 ? 'font-medium text-danger' : 'text-muted'}>
                  {recovery_codes_left} of 10 recovery codes left
                </p>
                <DialogButton isSmall text="New recovery codes" dialog={<RecoveryCodesDialog />} />
              </div>
            </>
          )
        }
      </Loaded>
      {removed && (
        <Close value={() => setRemoved(undefined)}>
          <RemoveFactorDialog factor={removed} />
        </Close>
      )}
    </Card>
  );
}

const TYPES: Record<FactorType, string> = { totp: 'Authenticator app', passkey: 'Passkey' };

function columnsOf(onRemove: (factor: Factor) => void): Column<Factor>[] {
  return [
    {
      title: 'Name',
      isHeading: true,
      cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span>,
    },
    { title: 'Type', cell: ({ type }) => TYPES[type] },
    { title: 'Added', cell: ({ created_at }) => <Time instant={created_at} isRelative={false} /> },
    {
      title: 'Last used',
      cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : <Time instant={last_used_at} />),
    },
    {
      title: 'Actions',
      isActions: true,
      cell: (factor) => (
        <Button isSmall aria-label={`Remove ${factor.name}`} onClick={() => onRemove(factor)}>
          Remove
        </Button>
      ),
    },
  ];
}

function RemoveFactorDialog({ factor }: { factor: Factor }) {
  const { data: organizations = [] } = useQuery(ownOrganizationsQuery);
  const closing = organizations.filter(({ require_factor }) => require_factor);
  return (
    <ConfirmDialog
      title={`Remove ${factor.name}?`}
      action="Remove"
      mutation={useChange('delete', '/v1/accounts/me/factors/{factorId}', { meta: FACTOR_CHANGED })}
      request={() => ({ params: { path: { factorId: factor.id } } })}
      done={`${factor.name} removed.`}
    >
      <p>
        {factor.type === 'passkey' ? 'You can no longer sign in with it.' : 'Its codes stop working.'} If it
        is your last second factor, two-factor authentication is turned off and your recovery codes stop
        working, too.
      </p>
      {closing.length > 0 && (
        <p>
          Without a second factor, you lose access to {closing.map(({ name }) => name).join(', ')} until you
          add one.
        </p>
      )}
    </ConfirmDialog>
  );
}

function AddPasskeyDialog() {
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
  if (codes) return <RecoveryCodesOnce codes={codes} />;
  return (
    <FormDialog
      title="Add passkey"
      description="A passkey is stored on your device, on a security key or in a password manager."
      action="Continue"
      mutation={add}
      request={(values) => values.text('name') || undefined}
      done={({ factor, recovery_codes }) => recovery_codes === null && `${factor.name} added.`}
    >
      <NameField required={false} hint="A name that helps you recognize it, for example “Laptop”." />
    </FormDialog>
  );
}

function AddTotpDialog() {
  const add = useChange('post', '/v1/accounts/me/factors/totp', { meta: { outdates: [] } });
  if (add.data !== undefined) return <ConfirmTotpDialog enrolment={add.data} />;
  return (
    <FormDialog
      title="Add authenticator app"
      description="Any app for time-based one-time codes (TOTP) works."
      action="Continue"
      mutation={add}
      request={(values) => ({ body: { name: values.text('name') || undefined } })}
    >
      <NameField required={false} hint="A name that helps you recognize it, for example “Phone”." />
    </FormDialog>
  );
}

interface ConfirmTotpDialogProps {
  enrolment: { id: string; secret: string; uri: string };
}

function ConfirmTotpDialog({ enrolment: { id, secret, uri } }: ConfirmTotpDialogProps) {
  const confirm = useChange('post', '/v1/accounts/me/factors/{factorId}/confirm', { meta: FACTOR_CHANGED });
  const codes = confirm.data?.recovery_codes;
  if (codes) return <RecoveryCodesOnce codes={codes} />;
  return (
    <FormDialog
      title="Scan the QR code"
      description="Then enter the code that the app shows."
      action="Confirm"
      mutation={confirm}
      request={(values) => ({ params: { path: { factorId: id } }, body: { code: values.text('code') } })}
      done={({ factor, recovery_codes }) => recovery_codes === null && `${factor.name} added.`}
    >
      {/* Scanners need dark on light, even in the dark theme. */}
      <div className="mx-auto w-fit rounded-lg bg-white p-3">
        <QRCodeSVG value={uri} size={192} title="QR code for the authenticator app" />
      </div>
      <CopyField label="Key, if you can't scan" text={secret} />
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

/** A changed factor can grant or remove access to organizations and all their data. */
const FACTOR_CHANGED = { outdates: 'everything' } as const;

function RecoveryCodesDialog() {
  const create = useChange('post', '/v1/accounts/me/factors/recovery-codes', { meta: FACTOR_CHANGED });
  if (create.data !== undefined) return <RecoveryCodesOnce codes={create.data.recovery_codes} />;
  return (
    <ConfirmDialog
      title="Create new recovery codes?"
      action="Create codes"
      mutation={create}
      request={() => ({})}
    >
      Your current codes stop working.
    </ConfirmDialog>
  );
}

function RecoveryCodesOnce({ codes }: { codes: string[] }) {
  return (
    <OnceDialog title="Your recovery codes">
      <Notice tone="warning" title="The codes are shown only once">
        Store them securely. If you lose your authenticator app or passkey, use a recovery code to sign in.
        Each works once.
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
