import { useQuery } from '@tanstack/react-query';
import type { Identity } from '../../api/schemas.ts';
import { identitiesQuery, useProvidersToConnect } from '../../api/session.ts';
import { useChange } from '../../api/transport/queries.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { ErrorNotice, FreshSignInNotice } from '../../ui/states/notice.tsx';
import { Time } from '../../ui/time.tsx';

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
