import type { RateLimits } from '../../api/schemas.ts';
import { useAnswer } from '../../api/transport/queries.ts';
import { TextField } from '../../ui/forms/fields.tsx';
import type { FormValues } from '../../ui/forms/form.tsx';
import { formatNumber } from '../../ui/time.tsx';

const WINDOWS = ['second', 'minute', 'hour', 'day'] as const;
type Window = (typeof WINDOWS)[number];

export const WINDOW_TITLES: Record<Window, string> = {
  second: 'Requests per second',
  minute: 'Requests per minute',
  hour: 'Units per hour',
  day: 'Units per day',
};

/** Follows a number: "12 today". */
export const WINDOW_NOW: Record<Window, string> = {
  second: 'this second',
  minute: 'this minute',
  hour: 'this hour',
  day: 'today',
};

interface WindowFieldsProps {
  /** The current limits; without them an empty field uses the default. */
  limits?: RateLimits;
  defaults?: RateLimits;
}

/** A field for each window. */
export function WindowFields({ limits, defaults }: WindowFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {WINDOWS.map((window) => (
        <TextField
          key={window}
          name={`rate_limits.${window}`}
          label={WINDOW_TITLES[window]}
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="off"
          placeholder={limits === undefined ? numberOf(defaults?.[window]) : 'no limit'}
          hint={defaults && `Default: ${numberOf(defaults[window])}`}
          defaultValue={limits?.[window] ?? undefined}
        />
      ))}
    </div>
  );
}

/** The fields for a client's limits. `limits` are the current ones. */
export function LimitFields({ limits }: { limits?: RateLimits }) {
  const { data: defaults } = useAnswer('get', '/v1/clients/default-limits', undefined, {
    staleTime: Infinity,
  });
  return (
    <div className="space-y-2">
      <WindowFields limits={limits} defaults={defaults} />
      <p className="text-[0.8125rem] text-muted">
        {limits === undefined
          ? 'Leave a field empty to use the default.'
          : 'Leave a field empty to remove the limit.'}{' '}
        Only an administrator can go above the default. A forecast usually uses one unit, and a batch one per
        location. Days are UTC days.
      </p>
    </div>
  );
}

const numberOf = (limit: number | null | undefined): string | undefined =>
  limit === null ? 'no limit' : limit === undefined ? undefined : formatNumber(limit);

/** Values that aren't numbers are sent as typed, so that the service can explain what it expects. */
export function limitsOf(values: FormValues, empty: null | undefined): Partial<RateLimits> {
  const entries = WINDOWS.map((window) => {
    const text = values.text(`rate_limits.${window}`);
    return [window, text === '' ? empty : numberOr(text)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** NaN would be serialized as null, which means no limit. */
function numberOr(text: string): number {
  const number = Number(text);
  return Number.isFinite(number) ? number : (text as unknown as number);
}

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
