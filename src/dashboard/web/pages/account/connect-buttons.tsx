import { useProvidersToConnect } from '../../api/account.ts';
import type { Identity } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/states/error-notice.tsx';
import { useChange } from '../../api/transport/queries.ts';

/** Buttons that add an identity provider as a way to sign in to the account. */
export function ConnectButtons({ identities }: { identities: Identity[] }) {
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
