import type { RateLimits } from '../../api/schemas.ts';
import { TextField } from '../../ui/fields.tsx';
import { textOf } from '../../ui/form.tsx';

export const WINDOWS = ['second', 'minute', 'hour', 'day'] as const;
export type Window = (typeof WINDOWS)[number];

export const WINDOW_TITLES: Record<Window, string> = {
  second: 'Requests per second',
  minute: 'Requests per minute',
  hour: 'Units per hour',
  day: 'Units per day',
};

/** The limits of a client. `limits` are the present ones; without them an empty field takes the default. */
export function LimitFields({ limits }: { limits?: RateLimits }) {
  return (
    <div className="space-y-2">
      <div className="grid gap-4 sm:grid-cols-2">
        {WINDOWS.map((window) => (
          <TextField
            key={window}
            name={`rate_limits.${window}`}
            label={WINDOW_TITLES[window]}
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete="off"
            placeholder={limits === undefined ? 'default' : 'no limit'}
            defaultValue={limits?.[window] ?? undefined}
          />
        ))}
      </div>
      <p className="text-[0.8125rem] text-muted">
        A request is one unit, a batch one for each of its points. An empty field{' '}
        {limits === undefined ? 'takes the default of this service' : 'means no such limit'}. The day is the
        UTC day. An administrator can raise what is allowed.
      </p>
    </div>
  );
}

/** What is not a number is sent as it was typed: the service says what it expects. */
export function limitsOf(values: FormData, empty: null | undefined): Partial<RateLimits> {
  const entries = WINDOWS.map((window) => {
    const text = textOf(values, `rate_limits.${window}`);
    return [window, text === '' ? empty : numberOr(text)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** NaN would become null on its way, and so no limit at all. */
function numberOr(text: string): number {
  const number = Number(text);
  return Number.isFinite(number) ? number : (text as unknown as number);
}
