import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Identity } from '../../api/schemas.ts';
import { identitiesQuery, useAccount, useHasPassword, useProvidersToConnect } from '../../api/session.ts';
import { useChange } from '../../api/transport/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Actions } from '../../ui/dialogs/dialog.tsx';
import { showToast, toastThen } from '../../ui/dialogs/toast.tsx';
import { NewPasswordField, PasswordField, TextField } from '../../ui/forms/fields.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { ErrorNotice, FreshSignInNotice, Loaded } from '../../ui/states/notice.tsx';
import { Time } from '../../ui/time.tsx';

export function ProfileCard() {
  const account = useAccount();
  const update = useChange('patch', '/v1/accounts/me', {
    // The personal organization is named after the account.
    meta: { outdates: ['/v1/accounts', '/v1/sessions', '/v1/organizations'] },
  });
  /** Used as the field's key: a new address may still await verification, so the field resets to the current one. */
  const [saves, setSaves] = useState(0);
  return (
    <Card
      title="Profile"
      description={account.role === 'admin' ? 'You are an administrator of this service.' : undefined}
    >
      <Form
        error={update.error}
        onSubmit={(values) =>
          update.mutate(
            {
              body: {
                full_name: values.text('full_name'),
                email: values.text('email'),
                organization: values.text('organization') || null,
              },
            },
            toastThen('Profile saved.', () => setSaves((count) => count + 1)),
          )
        }
      >
        <TextField
          name="full_name"
          label="Full name"
          autoComplete="name"
          maxLength={100}
          defaultValue={account.full_name}
          required
        />
        <TextField
          key={saves}
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={254}
          defaultValue={account.email}
          hint="You use it to sign in."
          required
        />
        <TextField
          name="organization"
          label="Organization"
          autoComplete="organization"
          maxLength={100}
          defaultValue={account.organization ?? ''}
        />
        <Actions>
          <Button type="submit" look="primary" isPending={update.isPending}>
            Save
          </Button>
        </Actions>
      </Form>
    </Card>
  );
}

export function PasswordCard() {
  const account = useAccount();
  const hasPassword = useHasPassword();
  const change = useChange('put', '/v1/accounts/me/password', {
    meta: { outdates: ['/v1/accounts', '/v1/sessions'] },
  });
  // Used as the form's key: remounting it clears the fields.
  const [changes, setChanges] = useState(0);
  return (
    <Card
      title="Password"
      description={
        hasPassword
          ? 'Changing it signs you out everywhere else and revokes your tokens.'
          : "You don't have a password yet."
      }
    >
      <Form
        key={changes}
        error={change.error}
        onSubmit={(values) =>
          change.mutate(
            {
              body: {
                current_password: hasPassword ? values.secret('current_password') : undefined,
                new_password: values.secret('new_password'),
              },
            },
            toastThen(`Password ${hasPassword ? 'changed' : 'set'}. Your other sessions have ended.`, () =>
              setChanges(changes + 1),
            ),
          )
        }
      >
        <input type="text" name="email" autoComplete="username" value={account.email} readOnly hidden />
        {hasPassword ? (
          <PasswordField name="current_password" label="Current password" />
        ) : (
          <FreshSignInNotice>You can set a password within 10 minutes of signing in.</FreshSignInNotice>
        )}
        <NewPasswordField name="new_password" label="New password" />
        <Actions>
          <Button type="submit" look="primary" isPending={change.isPending}>
            {hasPassword ? 'Change password' : 'Set password'}
          </Button>
        </Actions>
      </Form>
    </Card>
  );
}

export function IdentitiesCard() {
  const query = useQuery(identitiesQuery);
  const remove = useChange('delete', '/v1/accounts/me/identities/{identityId}');
  const canConnect = useProvidersToConnect(query.data?.data ?? []).length > 0;
  return (
    <Card title="Sign-in methods" description="Your password and your connected identity providers." isFlush>
      <Loaded query={query}>
        {({ data: identities }) => (
          <>
            {(canConnect || identities.length > 1) && (
              <div className="space-y-3 px-4 pb-4 sm:px-5">
                <FreshSignInNotice>
                  {`You can ${canConnect ? 'add or remove' : 'remove'} a sign-in method within 10 minutes of signing in.`}
                </FreshSignInNotice>
                {remove.error !== null && <ErrorNotice error={remove.error} />}
                {canConnect && <ConnectButtons identities={identities} />}
              </div>
            )}
            <Table
              caption="Sign-in methods"
              columns={columnsOf(identities.length > 1, (id) =>
                remove.mutate(
                  { params: { path: { identityId: id } } },
                  { onSuccess: () => showToast('Removed.') },
                ),
              )}
              rows={identities}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function columnsOf(isRemovable: boolean, onRemove: (id: string) => void): Column<Identity>[] {
  return [
    {
      title: 'Provider',
      cell: ({ issuer }) => (
        <span className="font-medium wrap-anywhere">{issuer === 'password' ? 'Password' : issuer}</span>
      ),
    },
    { title: 'Added', cell: ({ created_at }) => <Time instant={created_at} isRelative={false} /> },
    {
      title: 'Actions',
      isActions: true,
      cell: ({ id, issuer }) =>
        isRemovable && (
          <Button isSmall aria-label={`Remove ${issuer}`} onClick={() => onRemove(id)}>
            Remove
          </Button>
        ),
    },
  ];
}

/** Buttons that add an identity provider as a way to sign in to the account. */
function ConnectButtons({ identities }: { identities: Identity[] }) {
  const providers = useProvidersToConnect(identities);
  const connect = useChange('post', '/v1/accounts/me/identities', {
    // Leaves the page for the identity provider, which redirects back.
    onSuccess: ({ url }) => location.assign(url),
  });
  if (providers.length === 0) return null;
  return (
    <>
      {connect.error !== null && <ErrorNotice error={connect.error} />}
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted">Add a sign-in method:</span>
        {providers.map(({ id, title }) => (
          <Button
            key={id}
            isSmall
            isPending={connect.isPending && connect.variables.body.provider === id}
            onClick={() => connect.mutate({ body: { provider: id } })}
          >
            {title}
          </Button>
        ))}
      </div>
    </>
  );
}
