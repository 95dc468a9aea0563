import type { RateLimits } from '../../api/schemas.ts';
import { formatNumber } from '../../ui/time.tsx';
import { WINDOWS } from './limit-fields.tsx';

/** Limits such as "10 / second", one per line. */
export function LimitsList({ limits }: { limits: RateLimits }) {
  return (
    <span className="text-[0.8125rem] tabular-nums">
      {WINDOWS.map((window) => (
        <span key={window} className="block sm:whitespace-nowrap">
          {limits[window] === null ? 'no limit' : formatNumber(limits[window])}
          <span className="text-muted"> / {window}</span>
        </span>
      ))}
    </span>
  );
}
