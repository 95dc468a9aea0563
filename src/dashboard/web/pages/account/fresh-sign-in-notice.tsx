import { useSignOut } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/states/notice.tsx';

/** For what is allowed in the first minutes of a session, in place of a password. */
export function FreshSignInNotice({ children }: { children: string }) {
  const signOut = useSignOut('/account');
  return (
    <Notice tone="info">
      <p>{children}</p>
      <Button isSmall isPending={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign in again
      </Button>
    </Notice>
  );
}
