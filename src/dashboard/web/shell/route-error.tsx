import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isServiceThere } from '../api/transport/connection.ts';
import { UnreachableError } from '../api/transport/problem-error.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { useTitle } from '../ui/layout/page.tsx';
import { ErrorNotice } from '../ui/states/notice.tsx';

const RETRY_MS = 2000;

/** An error in the page, or a chunk that could not be loaded because the service is down or has been updated. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isAway = error instanceof UnreachableError;
  useEffect(() => {
    if (!isAway) return;
    const timer = setInterval(
      () => void isServiceThere().then((isThere) => isThere && location.reload()),
      RETRY_MS,
    );
    return () => clearInterval(timer);
  }, [isAway]);
  return (
    <div className="mx-auto max-w-xl space-y-4 px-4 py-10">
      <h1 className="text-2xl font-semibold">{isAway ? 'Service unreachable' : 'Something went wrong'}</h1>
      {isAway ? (
        <p role="status">The page loads as soon as the service responds.</p>
      ) : (
        <ErrorNotice error={error instanceof Error ? error : new Error(String(error))} />
      )}
      <div className="flex gap-2">
        <Button look="primary" onClick={() => location.reload()}>
          Reload the page
        </Button>
        <Button
          onClick={() => {
            reset();
            void router.navigate({ to: '/' });
          }}
        >
          Go to Overview
        </Button>
      </div>
    </div>
  );
}

export function NotFound() {
  useTitle('Page not found');
  return (
    <div className="mx-auto max-w-xl space-y-4 py-10">
      <h1 className="text-2xl font-semibold">Page not found</h1>
      <p className="text-muted">Check the address. The page may have been deleted.</p>
      <ButtonLink to="/" look="primary">
        Go to Overview
      </ButtonLink>
    </div>
  );
}
