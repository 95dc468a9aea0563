import { useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { isServiceAway, isServiceThere } from '../api/transport/connection.ts';
import { useStore } from '../api/transport/store.ts';
import { Spinner } from '../ui/button.tsx';

const RETRY_MS = 2000;

/** Shown while the service is unreachable. Data stays visible and is refetched as soon as the service is back. */
export function ConnectionBanner() {
  const isAway = useStore(isServiceAway);
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isAway) return;
    const timer = setInterval(() => {
      void isServiceThere().then((isThere) => {
        if (!isThere) return;
        isServiceAway.set(false);
        void queryClient.invalidateQueries();
      });
    }, RETRY_MS);
    return () => clearInterval(timer);
  }, [isAway, queryClient]);
  return (
    <div role="status" className="sticky top-0 z-30">
      {isAway && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-center">
          <CloudOff aria-hidden className="size-4 shrink-0 text-warning" />
          Can&apos;t reach the service. You may see outdated data. Reconnecting …
          <Spinner />
        </p>
      )}
    </div>
  );
}
