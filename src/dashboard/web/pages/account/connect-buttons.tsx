import { useConnectIdentity } from '../../api/account.ts';
import { useSingleSignOnProviders } from '../../api/sign-in-methods.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/states/error-notice.tsx';

/** Lead to identity providers, with which the account can be signed in to from then on. */
export function ConnectButtons() {
  const providers = useSingleSignOnProviders();
  const connect = useConnectIdentity();
  return (
    <>
      {connect.error !== null && <ErrorNotice error={connect.error} />}
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted">Add a way to sign in:</span>
        {providers.map(({ id, title }) => (
          <Button
            key={id}
            isSmall
            isPending={connect.isPending && connect.variables === id}
            onClick={() => connect.mutate(id)}
          >
            {title}
          </Button>
        ))}
      </div>
    </>
  );
}
