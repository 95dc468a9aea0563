import { useQuery } from '@tanstack/react-query';
import { Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { ownOrganizationsQuery } from '../../api/organizations/organizations.ts';
import type { Factor, FactorType } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Time } from '../../ui/time.tsx';
import { areSupported } from '../../api/transport/passkeys.ts';
import { useAnswer, useChange } from '../../api/transport/queries.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { AddTotpDialog } from './add-totp-dialog.tsx';
import { FACTOR_CHANGED, RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

type Opened = 'add-totp' | 'add-passkey' | 'recovery-codes' | Factor;

export function FactorsCard() {
  const query = useAnswer('get', '/v1/accounts/me/factors');
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <Card
      id="two-factor"
      title="Two-factor authentication"
      description="Require a code from an authenticator app, or a passkey, at every sign-in. You can also use a passkey to sign in without a password."
      actions={
        <>
          {areSupported && (
            <Button isSmall onClick={() => setOpened('add-passkey')}>
              <Plus aria-hidden className="size-4" />
              Add passkey
            </Button>
          )}
          <Button isSmall onClick={() => setOpened('add-totp')}>
            <Plus aria-hidden className="size-4" />
            Add authenticator app
          </Button>
        </>
      }
      isFlush
    >
      <Loaded query={query}>
        {({ data, recovery_codes_left }) =>
          data.length === 0 ? (
            <EmptyState icon={<ShieldCheck aria-hidden className="size-5" />} title="Off">
              You sign in with your password only.
            </EmptyState>
          ) : (
            <>
              <Table
                caption="Two-factor authentication"
                columns={columnsOf(setOpened)}
                rows={data}
                keyOf={({ id }) => id}
              />
              <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 sm:px-5">
                <p className={recovery_codes_left < 3 ? 'font-medium text-danger' : 'text-muted'}>
                  {recovery_codes_left} of 10 recovery codes left
                </p>
                <Button isSmall onClick={() => setOpened('recovery-codes')}>
                  New recovery codes
                </Button>
              </div>
            </>
          )
        }
      </Loaded>
      {opened === 'add-totp' && <AddTotpDialog onClose={close} />}
      {opened === 'add-passkey' && <AddPasskeyDialog onClose={close} />}
      {opened === 'recovery-codes' && <RecoveryCodesDialog onClose={close} />}
      {typeof opened === 'object' && <RemoveFactorDialog factor={opened} onClose={close} />}
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

function RemoveFactorDialog({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const remove = useChange('delete', '/v1/accounts/me/factors/{factorId}', { meta: FACTOR_CHANGED });
  const { data: organizations = [] } = useQuery(ownOrganizationsQuery);
  const closing = organizations.filter(({ require_factor }) => require_factor);
  return (
    <ConfirmDialog
      title={`Remove ${factor.name}?`}
      action="Remove"
      mutation={remove}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { path: { factorId: factor.id } } },
          toastThen(`${factor.name} removed.`, onClose),
        )
      }
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
