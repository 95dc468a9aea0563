import { KeyRound } from 'lucide-react';
import { useSignInWithPasskey } from '../api/session.ts';
import { useSignInMethods } from '../api/sign-in-methods.ts';
import { areSupported } from '../api/transport/passkeys.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/states/error-notice.tsx';

/** Signs in with any passkey that the browser has for this service. */
export function PasskeyButton({ onSignedIn }: { onSignedIn?: () => void }) {
  const { passkeys } = useSignInMethods();
  const signIn = useSignInWithPasskey();
  if (!passkeys || !areSupported) return null;
  return (
    <div className="mt-3 space-y-3">
      {signIn.error !== null && <ErrorNotice error={signIn.error} />}
      <Button
        icon={KeyRound}
        className="w-full"
        isPending={signIn.isPending}
        onClick={() => signIn.mutate(undefined, { onSuccess: onSignedIn })}
      >
        Sign in with a passkey
      </Button>
    </div>
  );
}
