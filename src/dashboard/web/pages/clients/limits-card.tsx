import { useQuery } from '@tanstack/react-query';
import { quotaQuery } from '../../api/clients.ts';
import { useMay } from '../../api/organizations.ts';
import type { Client, Quota, RateLimits } from '../../api/schemas.ts';
import { useAnswer, useChange } from '../../api/transport/queries.ts';
import { DialogButton, FormDialog } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import type { FormValues } from '../../ui/forms/form.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Loaded } from '../../ui/states/notice.tsx';
import { formatCount } from '../../ui/time.tsx';

export function LimitsCard({ client }: { client: Client }) {
  const may = useMay(client.organization_id);
  const query = useQuery(quotaQuery(client.client_id));
  return (
    <Card
      title="Limits"
      description="Current use of each limit. Rejected requests don't count."
      actions={
        may('clients.manage') && (
          <DialogButton isSmall text="Edit limits" dialog={<EditLimitsDialog client={client} />} />
        )
      }
    >
      <Loaded query={query}>{(quota) => <QuotaWindows quota={quota} />}</Loaded>
    </Card>
  );
}

interface QuotaWindowsProps {
  quota: Quota;
  /** Applied to each list. */
  className?: string;
}

/** A client's own limits, followed by those shared with the other clients of its organization. */
export function QuotaWindows({ quota: { windows, organization_windows }, className }: QuotaWindowsProps) {
  return (
    <>
      {windows.length === 0 ? (
        <p className="text-muted">This client has no limits.</p>
      ) : (
        <WindowList windows={windows} className={className} />
      )}
      {organization_windows.length > 0 && (
        <>
          <h3 className="mt-5 mb-3 border-t border-line pt-4 font-semibold">
            Shared by all clients of the organization
          </h3>
          <WindowList windows={organization_windows} className={className} />
        </>
      )}
    </>
  );
}

function WindowList({ windows, className = 'space-y-4' }: Pick<Quota, 'windows'> & { className?: string }) {
  return (
    <ul className={className}>
      {windows.map((window) => (
        <QuotaWindow key={window.window} {...window} />
      ))}
    </ul>
  );
}

function QuotaWindow({ window, limit, remaining, reset }: Quota['windows'][number]) {
  const spent = limit - remaining;
  const text = `${formatCount(spent)} of ${formatCount(limit)}`;
  return (
    <li className="space-y-1.5">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{WINDOW_TITLES[window]}</span>
        <span className="tabular-nums">{text}</span>
      </div>
      <Meter name={WINDOW_TITLES[window]} value={spent} max={limit} text={text} />
      {spent > 0 && <p className="text-[0.8125rem] text-muted">{resetText(reset, remaining)}</p>}
    </li>
  );
}

function resetText(seconds: number, remaining: number): string {
  const wait =
    seconds < 120
      ? `${seconds} s`
      : seconds < 7200
        ? `${Math.round(seconds / 60)} minutes`
        : `${Math.round(seconds / 3600)} hours`;
  return remaining > 0 ? `Resets in ${wait}.` : `Used up. The next request succeeds in ${wait}.`;
}

function EditLimitsDialog({ client }: { client: Client }) {
  return (
    <FormDialog
      title="Edit limits"
      description="All keys of this client share these limits. Changes apply from the next request."
      action="Save"
      mutation={useChange('patch', '/v1/clients/{clientId}', {
        meta: { outdates: ['/v1/clients', '/v1/usage/quota'] },
      })}
      request={(values) => ({
        params: { path: { clientId: client.client_id } },
        body: { rate_limits: limitsOf(values, null) },
      })}
      done="Limits saved."
    >
      <LimitFields limits={client.rate_limits} />
    </FormDialog>
  );
}

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
  limit === null ? 'no limit' : limit === undefined ? undefined : formatCount(limit);

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
          {limits[window] === null ? 'no limit' : formatCount(limits[window])}
          <span className="text-muted"> / {window}</span>
        </span>
      ))}
    </span>
  );
}
