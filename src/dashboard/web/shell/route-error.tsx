import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { UnreachableError } from '../api/unreachable-error.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';

/** A fault of the page itself, or a part of it that could not be loaded because the service has been updated. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isAway = error instanceof UnreachableError;
  return (
    <div className="mx-auto max-w-xl space-y-4 px-4 py-10">
      <h1 className="text-2xl font-semibold">{isAway ? 'The service is away' : 'This page does not work'}</h1>
      <ErrorNotice error={error instanceof Error ? error : new Error(String(error))} />
      <div className="flex gap-2">
        <Button look="primary" onClick={() => location.reload()}>
          Load anew
        </Button>
        <Button
          onClick={() => {
            reset();
            void router.navigate({ to: '/' });
          }}
        >
          To the overview
        </Button>
      </div>
    </div>
  );
}
